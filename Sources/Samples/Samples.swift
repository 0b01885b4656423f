import Fairway
import FairwayTerminal

/// The sample app. It rebuilds the demos of other navigation libraries, and adds flows of real apps.
@main struct Samples: PlayableApp {
    static var app: App {
        App(initial: Home()) {
            Flow(Imperio())
            Flow(Tutorial())
            Flow(ImagePicker())
            Flow(EditProfile())

            Flow(Automatic())
            Flow(GoAnywhere())
            Flow(Parameters())
            Flow(Deeplink())
            Flow(DeeplinkTarget())
            Deeplink.link
            Flow(ModalScreens())
            Flow(LazyRoot())
            Flow(SameScreen())

            Flow(Account())
            Flow(Login())
            Flow(MainArea())
            Flow(Planets())
            Planets.listLink
            Planets.planetLink

            Flow(Programs())
            Flow(PadPrograms(), as: Programs.self, for: .pad)
            Flow(ProgramList())
            Flow(ProgramDetail())
            Flow(CreateProgram())

            Flow(Ferry())
            Flow(PadFerry(), as: Ferry.self, for: .pad)
            Flow(BookFerry())
            Flow(BookingSummary())
            Flow(EditPassenger())
            Flow(ChooseCabin())
            Flow(CabinDeck())
            Ferry.link
            Ferry.routeLink
            Ferry.bookingLink
            ChargeCard.performer
            ReleaseCabin.performer
            Service(Timetable.self) { Timetable(database: $0[SamplesDatabase.self]) }
            Service(CabinInventory.self) { CabinInventory(database: $0[SamplesDatabase.self]) }
            Service(PaymentService.self) { PaymentService(database: $0[SamplesDatabase.self]) }
            Service(TicketOffice.self) { TicketOffice(database: $0[SamplesDatabase.self]) }
            Service(Members.self) { Members(database: $0[SamplesDatabase.self]) }

            Flow(Transfer())
            Service(Ledger.self) { Ledger(database: $0[SamplesDatabase.self]) }
            Flow(Counter())
            Flow(Stall())

            Service(SamplesDatabase.self) { _ in SamplesDatabase() }
        }
    }
}
