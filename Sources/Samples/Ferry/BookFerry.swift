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
    var decline: String?
    /// The signed-in member.
    var member: String?

    static let about = "Books a sailing, a cabin and extras, and pays for them."

    /// Discards all input but `wish`, because clients may start this flow with any stored properties.
    mutating func start(_ nav: Navigator<Self>) {
        self = BookFerry(wish: wish)
        nav.goNext()
    }

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
            flow.booking.passengers.append(passenger)
            flow.summarize(nav)
        }
        on(finishOf: EditPassenger.self, slot: Int.self) { flow, index, passenger, nav in
            flow.booking.passengers[index] = passenger
            flow.summarize(nav)
        }
        on(finishOf: ChooseCabin.self) { flow, cabin, nav in
            try await flow.hold(cabin, nav)
            nav.goNext()
        }
        on(Ferry.Extras.self) { flow, action, nav in try flow.add(action, nav) }

        on(appear: Ferry.Review.self) { flow, review, nav in
            flow.member = try await nav.dependencies[Members.self].member(of: nav.session)
            if flow.member == nil { nav.start(Login(), as: .modal) }
        }
        on(finishOf: Login.self) { flow, member, nav in
            try await nav.dependencies[Members.self].signIn(member.name, session: nav.session)
        }
        on(dismissOf: Login.self) { flow, nav in nav.goBack() }
        on(Ferry.Review.self) { flow, action, nav in
            switch action {
            case .continueButtonPressed: nav.goNext()
            }
        }

        on(Ferry.Payment.self) { flow, action, nav in try await flow.pay(action, nav) }
        on(back: Ferry.Processing.self) { flow, back, nav in .stay }
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
            guard !flow.isPaying else { return .refuse("Your card is being charged. It takes a moment.") }
            flow.release(nav)
            return .open
        }
    }

    /// Updates the summary beside the booking, if there is one.
    func summarize(_ nav: Navigator<Self>) {
        _ = nav.find((any BookingSummarizing).self) { flow, nav in flow.summarize(booking, hold: hold, nav) }
    }
}
