import Fairway

extension BookFerry {
    mutating func search(_ action: Ferry.Search.Action, _ nav: Navigator<Self>) throws {
        switch action {
        case .searchButtonPressed(let from, let to, let date):
            try nav.reject {
                try Ferry.Search.refusals(from, to, date, nav.dependencies[Timetable.self], now: nav.now)
            }
            wish = Ferry.Wish(from: from, to: to, date: Ferry.Day(rawValue: date))
            nav.goNext()
        }
    }

    mutating func choose(_ action: Ferry.Sailings.Action, _ nav: Navigator<Self>) throws {
        switch action {
        case .didSelectSailing(let id):
            let sailings = try wish.sailings(nav.dependencies[Timetable.self], after: nav.now)
            guard let sailing = sailings.first(where: { $0.id == id }) else {
                try nav.reject("id", "departed", "This ferry has departed. Choose another one.")
            }
            if sailing != booking.sailing {
                release(nav)
                booking.sailing = sailing
            }
            summarize(nav)
            nav.goNext()
        }
    }

    mutating func change(_ action: Ferry.Passengers.Action, _ nav: Navigator<Self>) throws {
        switch action {
        case .addButtonPressed:
            guard booking.travellers.count < Ferry.Booking.mostPassengers else {
                try nav.reject("too-many", "A booking has at most nine passengers.")
            }
            nav.start(EditPassenger(), as: .modal)
        case .didSelectPassenger(let index):
            let traveller = booking.travellers[index]
            nav.start(EditPassenger(passenger: traveller.passenger), as: .modal, slot: traveller.id)
        case .removeButtonPressed(let index):
            booking.travellers.remove(at: index)
            summarize(nav)
        case .continueButtonPressed:
            guard !booking.passengers.isEmpty else {
                try nav.reject("no-passengers", "Add a passenger first.")
            }
            guard !booking.passengers.allSatisfy(\.isChild) else {
                try nav.reject(.noAdult, "Children cannot travel without an adult.")
            }
            chooseCabin(nav)
        }
    }

    mutating func add(_ action: Ferry.Extras.Action, _ nav: Navigator<Self>) throws {
        switch action {
        case .continueButtonPressed(let childMeals, let cots):
            try nav.reject {
                for (name, count) in [("childMeals", childMeals), ("cots", cots)] {
                    if count > booking.children {
                        Refusal(name, "out-of-range", "Order at most one for each child.")
                    }
                }
            }
            booking.extras = Ferry.Booking.ExtraServices(childMeals: childMeals, cots: cots)
            summarize(nav)
            nav.goNext()
        }
    }
}

extension Refusal.Code {
    fileprivate static let noAdult: Self = "no-adult"
}
