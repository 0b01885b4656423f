// What browsers have and the checker's own library has not heard of yet.

interface Array<T> {
    with(index: number, value: T): T[];
}

declare namespace Intl {
    interface NumberFormatOptions {
        trailingZeroDisplay?: "auto" | "stripIfInteger";
    }
}
