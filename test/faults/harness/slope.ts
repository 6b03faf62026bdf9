/** By how much `value` grows for each unit of `at`, by least squares. */
export function slopeOf(points: { at: number; value: number }[]): number {
  const mean = (read: (point: { at: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + read(point), 0) / points.length;
  const [at, value] = [mean((point) => point.at), mean((point) => point.value)];
  const spread = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0);
  const together = points.reduce((sum, point) => sum + (point.at - at) * (point.value - value), 0);
  return spread === 0 ? 0 : together / spread;
}
