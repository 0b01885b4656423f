/// The entry of an app's executable; `FairwayServer` gives it `main()` and the commands.
public protocol FairwayApp {
    /// What the app consists of.
    static var app: App { get }
}
