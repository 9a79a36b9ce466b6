// Whole numbers from the texts that the generators pack them in: base64 VLQ, as source maps have it, without a sign.
const DIGITS = new Map([..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].map((sign, digit) => [sign, digit]));

export function unpack(text) {
  const numbers = [];
  let number = 0;
  let shift = 0;
  for (const sign of text) {
    const digit = DIGITS.get(sign);
    number |= (digit & 31) << shift;
    shift += 5;
    if (digit < 32) {
      numbers.push(number);
      number = shift = 0;
    }
  }
  return numbers;
}

// The same where each number is packed as its difference to the one before it.
export function unpackSteps(text) {
  let last = 0;
  return unpack(text).map((step) => (last += step & 1 ? -(step >> 1) - 1 : step >> 1));
}
