import Fairway
import Testing

@testable import FairwayServer

struct StartBannerTests {
    private let plain = OutputTerminal(columns: 80, isStyled: false)
    private let banner = StartBanner(
        address: "127.0.0.1:8080",
        signInCode: "c0de",
        generatedToken: nil,
        store: .sqlite(path: "fairway.sqlite")
    )

    @Test func bannerHasALineForEachPart() {
        #expect(
            banner.text(on: plain) == """

                  App      http://127.0.0.1:8080/
                  Console  http://127.0.0.1:8080/admin#sign-in=c0de
                           The link signs in one browser, within 10 minutes.
                  API      http://127.0.0.1:8080/docs/api
                  Store    sqlite:fairway.sqlite

                """
        )
    }

    @Test func pagesThatAreLeftOutHaveNoLine() {
        var banner = banner
        banner.pages = [.client]
        #expect(
            banner.text(on: plain) == """

                  App      http://127.0.0.1:8080/
                  Store    sqlite:fairway.sqlite

                """
        )
    }

    @Test func generatedTokenAndWarningsFollow() {
        var banner = banner
        (banner.generatedToken, banner.warnings) = ("t0ken", ["Two flows are alike."])
        #expect(
            banner.text(on: plain).hasSuffix(
                """
                  Store    sqlite:fairway.sqlite
                  Token    t0ken

                  Warning: Two flows are alike.

                """
            )
        )
        let styled = banner.text(on: OutputTerminal(columns: 80, isStyled: true))
        #expect(styled.contains("\u{1B}[1mApp\u{1B}[0m      http"))
        #expect(styled.contains("\u{1B}[33mWarning:\u{1B}[0m Two"))
    }

    @Test(arguments: [
        ("0.0.0.0:80", "http://127.0.0.1:80/"), ("[::]:8080", "http://[::1]:8080/"), ("[::1]:1", "http://[::1]:1/"),
        ("10.0.0.1:80", "http://10.0.0.1:80/"),
    ])
    func linkIsReachableFromThisMachine(address: String, link: String) {
        var banner = banner
        banner.address = address
        #expect(banner.text(on: plain).contains("  App      \(link)\n"))
    }
}
