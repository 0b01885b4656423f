// Exact arithmetic with the decimal digits of numbers: 0.3 is a multiple of 0.1. Pure.

/**
 * @typedef {{digits: bigint, exponent: number}} Decimal the value `digits × 10^exponent`
 */

/**
 * The shortest decimal that a number is written as.
 * @param {number} number finite
 * @returns {Decimal}
 */
export function decimalOf(number) {
    const [coefficient, exponent = "0"] = String(number).split("e");
    const [whole, fraction = ""] = coefficient.split(".");
    return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Two decimals as integers of the same unit. @param {Decimal} a @param {Decimal} b @returns {[bigint, bigint]} */
function aligned(a, b) {
    const exponent = Math.min(a.exponent, b.exponent);
    const scaled = ({ digits, exponent: own }) => digits * 10n ** BigInt(own - exponent);
    return [scaled(a), scaled(b)];
}

/**
 * Negative if `a` is smaller, 0 if both are equal.
 * @param {Decimal} a
 * @param {Decimal} b
 */
export function compare(a, b) {
    const [left, right] = aligned(a, b);
    return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * @param {Decimal} number
 * @param {Decimal} step not zero
 */
export function isMultiple(number, step) {
    const [left, right] = aligned(number, step);
    return left % right === 0n;
}
