/// The stored properties of a screen that has left but comes back as it was, until its flow ends.
struct RetainedScreen: Sendable {
    let type: ScreenType
    var value: any Screen
    var step: StepKey
}
