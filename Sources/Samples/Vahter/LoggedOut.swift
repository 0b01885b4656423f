import Fairway

/// The user has logged out.
struct LoggedOut: Event {}
