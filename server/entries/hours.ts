/** Minutes as hours with two decimals, rounded half up: 50 is `0.83`. In whole hundredths, since 1.005 has no exact floating-point form. */
export function decimalHours(minutes: number): string {
  const hundredths = Math.floor((minutes * 100 + 30) / 60);
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;
}
