import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// Links into the booking.
struct FerryLinkTests {
    @Test(arguments: ["/ferry", "/Ferry"])
    func linkOpensSearch(_ link: String) async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self, link: link)
        #expect(tester.screen is Ferry.Search)
        try await tester.goBack()
        #expect(tester.screen is Home.Menu)
    }

    @Test(arguments: ["/ferry/kiel-oslo", "/ferry/Kiel-OSLO"])
    func linkPrefillsPorts(_ link: String) async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self, link: link)
        let search = try tester.viewModel(as: Ferry.Search.ViewModel.self)
        #expect((search.from, search.to) == ("kiel", "oslo"))
    }

    @Test(arguments: [
        "/ferry/kiel", "/ferry/kiel-atlantis", "/ferry/kiel-oslo-riga", "/ferry/riga-oslo", "/bookings/X",
    ])
    func unknownLinkIsRejected(_ link: String) async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        let problem = await #expect(throws: Problem.self) { try await tester.open(link: link) }
        #expect(problem?.code == .noSuchLink)
    }

    @Test func unknownTicketIsRejected() async throws {
        let problem = await #expect(throws: Problem.self) {
            try await FlowTester(Ferry(reference: "X"), in: SamplesInMemory.self)
        }
        #expect(problem?.code == .rejected)
        #expect(problem?.errors.map(\.pointer) == ["/input/reference"])
    }

    @Test(arguments: [Device.Idiom.phone, .pad])
    func linkOpensExistingBooking(_ idiom: Device.Idiom) async throws {
        let office = TicketOffice()
        let ticket = try await office.issue(.example, payment: "job")
        let tester = try await FlowTester(
            Home(),
            in: SamplesInMemory.self,
            device: Device(idiom: idiom),
            link: "/bookings/\(ticket.reference.lowercased())",
            overriding: [Service(TicketOffice.self) { _ in office }]
        )
        #expect(try tester.screen(as: Ferry.Confirmation.self).reference == ticket.reference)
        try await tester.goBack()
        #expect(tester.screen is Home.Menu)
    }
}
