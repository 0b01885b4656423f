// Standard methods that the type checker's library does not contain yet.

interface Array<T> {
    with(index: number, value: T): T[];
}

declare namespace Intl {
    interface NumberFormatOptions {
        trailingZeroDisplay?: "auto" | "stripIfInteger";
    }
}
