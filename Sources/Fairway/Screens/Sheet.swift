/// A part of the view slid over the rest; it stays until the flow or the user takes it away.
public protocol Sheet: Screen {}
