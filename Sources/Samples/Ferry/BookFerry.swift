import Fairway

/// The booking: screens and child flows in order, up to the payment.
struct BookFerry: OrderedFlow {
    typealias Output = Ferry.Ticket

    var wish = Ferry.Wish()
    var booking = Ferry.Booking()
    /// The id of the hold in the inventory.
    var hold: String?
    var isPaying = false
    /// The reason why the last payment failed.
    var decline: Text?
    /// The signed-in member.
    var member: String?
    /// Whether the user is asked to become a member.
    var isAskingForMember = false

    static let title = "Book a ferry"
    static let about = "Books a sailing, a cabin and extras, and pays for them."

    static var order: Order<Self> {
        step(Ferry.Search.self) { flow in Ferry.Search(wish: flow.wish) }
        step(Ferry.Sailings.self) { flow in Ferry.Sailings(wish: flow.wish) }
        step(Ferry.Passengers.self) { flow in Ferry.Passengers(passengers: flow.booking.passengers) }
        step(Ferry.Extras.self, when: { $0.booking.children > 0 }) { flow in Ferry.Extras(for: flow.booking) }
        step(Ferry.Review.self) { flow in Ferry.Review(booking: flow.booking, member: flow.member) }
        step(Ferry.Payment.self) { flow in Ferry.Payment(for: flow.booking, after: flow.decline) }
    }

    static var routes: Routes<Self> {
        on(Ferry.Search.self) { flow, action, nav in try flow.search(action, nav) }
        on(Ferry.Sailings.self) { flow, action, nav in try flow.choose(action, nav) }
        on(Ferry.Passengers.self) { flow, action, nav in try flow.change(action, nav) }
        on(finishOf: EditPassenger.self) { flow, passenger, nav in
            flow.booking.travellers.append(Ferry.Booking.Traveller(id: nav.makeID(), passenger: passenger))
            flow.summarize(nav)
        }
        on(finishOf: EditPassenger.self, slot: String.self) { flow, id, passenger, nav in
            guard let index = flow.booking.travellers.firstIndex(where: { $0.id == id }) else { return }
            flow.booking.travellers[index].passenger = passenger
            flow.summarize(nav)
        }
        on(finishOf: ChooseCabin.self) { flow, cabin, nav in
            try await flow.hold(cabin, nav)
            nav.goNext()
        }
        on(Ferry.Extras.self) { flow, action, nav in try flow.add(action, nav) }

        on(appear: Ferry.Review.self) { flow, review, nav in
            let guest = try await nav.dependencies[Members.self].member(of: nav.session)
            flow.member = nav.user?.name ?? guest
            flow.isAskingForMember = flow.member == nil
            if flow.isAskingForMember { nav.start(Login(), as: .modal) }
        }
        on(finishOf: Login.self) { flow, member, nav in
            try await nav.dependencies[Members.self].signIn(member.name, session: nav.session)
        }
        on(dismissOf: Login.self) { flow, nav in nav.goBack() }
        on(event: SignedIn.self) { flow, event, nav in
            flow.member = nav.user?.name
            guard flow.isAskingForMember else { return }
            flow.isAskingForMember = false
            nav.goBack(to: Ferry.Review.self)
        }
        on(Ferry.Review.self) { flow, action, nav in
            switch action {
            case .continueButtonPressed: nav.goNext()
            case .finishLaterButtonPressed:
                let link = nav.returnLink(validFor: .days(7))
                nav.show(Ferry.FinishLater(link: Sensitive(link.url), expiresAt: link.expiresAt), as: .modal)
            }
        }
        on(Ferry.FinishLater.self) { flow, action, nav in
            switch action {
            case .closeButtonPressed: nav.goBack()
            }
        }
        on(event: ReturnLinkUsed.self) { flow, event, nav in
            // The user continues at the booking, not at the link, which is good no longer.
            if nav.instance(of: Ferry.FinishLater.self) != nil { nav.goBack(to: Ferry.Review.self) }
        }

        on(Ferry.Payment.self) { flow, action, nav in try await flow.pay(action, nav) }
        stays(on: Ferry.Processing.self)
        on(completion: ChargeCard.self) { flow, ticket, nav in nav.finish(ticket) }
        on(failure: ChargeCard.self) { flow, failure, nav in
            try await flow.returnToPayment(failure.message, nav)
        }

        on(event: HoldEnded.self) { flow, event, nav in flow.loseCabin(nav) }
        on(Ferry.CabinReleased.self) { flow, action, nav in
            switch action {
            case .chooseAnother: flow.returnToCabins(nav)
            }
        }
        on(back: Ferry.CabinReleased.self) { flow, back, nav in
            flow.returnToCabins(nav)
            return .stay
        }
        on(back: Ferry.Search.self) { flow, back, nav in
            flow.release(nav)
            return .leave
        }
        onLink { flow, link, nav in
            guard !flow.isPaying else { return .refuse("Your card is being charged. Wait for the ticket.") }
            flow.release(nav)
            return .open
        }
    }

    /// Updates the summary beside the booking, if there is one.
    func summarize(_ nav: Navigator<Self>) {
        _ = nav.find((any BookingSummarizing).self) { flow, nav in flow.summarize(booking, hold: hold, nav) }
    }
}

/// The members who are signed in, by session.
actor Members {
    private var names: JSONFile<String>

    init(in folder: DataFolder = DataFolder()) {
        names = JSONFile("members", in: folder)
    }

    /// The signed-in member; nil for a guest.
    func member(of session: String) throws -> String? { try names.all()[session] }

    /// Signs a member in. Idempotent.
    func signIn(_ name: String, session: String) throws {
        try names.update { $0[session] = name }
    }
}
