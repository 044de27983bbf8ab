/**
 * Linear least squares with one or many variables, by QR decomposition (ml-matrix), and the figures that
 * say how good a fit is. `relative` weighs every row by 1/y, so that a small message counts as much as a
 * large one.
 */
import { Matrix, QrDecomposition } from 'ml-matrix';
import { median, rSquared } from '../../analysis/statistics.js';
import { InputError, many } from '../../errors.js';

/** Which error is made small: y − ŷ or (y − ŷ)/y. */
export type ErrorKind = 'absolute' | 'relative';

/** Coefficients, and how well they meet the rows; terms are columns of the design. */
export interface LinearFit {
  /** [terms] */
  readonly coefficients: readonly number[];
  /** [rows] y − ŷ */
  readonly residuals: readonly number[];
  /** Undefined where all y are the same and the fit misses them. */
  readonly rSquared: number | undefined;
  /** 1 − (1 − R²)(n − 1)/(n − k), k terms with the intercept; undefined without a spare row. */
  readonly adjustedRSquared: number | undefined;
  readonly rows: number;
}

/** A figure that is one. */
const given = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);

/** Median of |ŷ − y|/y; rows with y = 0 are left out, undefined when none remains. */
export function medianRelativeError(
  measured: readonly number[],
  predicted: readonly number[],
): number | undefined {
  const errors: number[] = [];
  for (let i = 0; i < measured.length; i++) {
    if (measured[i] !== 0) errors.push(Math.abs(predicted[i] / measured[i] - 1));
  }
  return errors.length === 0 ? undefined : given(median(errors));
}

/** Length of each column, so that a size in bytes and an intercept meet as equals. */
function columnLengths(design: readonly (readonly number[])[]): readonly number[] {
  return design[0].map((_, j) => Math.hypot(...design.map((row) => row[j])) || 1);
}

/** Of a column of length 1, what no other column explains; below this it is taken as explained. */
const INDEPENDENT = 1e-10;

/**
 * Coefficients β of y ≈ Xβ; `design` [rows][terms] holds X, with a column of ones where an intercept is
 * wanted. Throws InputError when the rows do not determine the terms, or when `relative` meets y ≤ 0.
 */
export function leastSquares(
  design: readonly (readonly number[])[],
  y: readonly number[],
  error: ErrorKind = 'absolute',
): LinearFit {
  const terms = design[0]?.length ?? 0;
  if (design.length < terms || terms === 0) {
    throw new InputError({
      what: `${many(design.length, 'measurement')} cannot determine ${terms || 'any'} coefficients`,
      mend: 'measure more sizes or process counts',
    });
  }
  if (error === 'relative' && y.some((value) => value <= 0)) {
    throw new InputError({
      what: 'a measured time is 0, so its relative error is undefined',
      mend: 'remove the row',
    });
  }
  const weights = y.map((value) => (error === 'relative' ? 1 / value : 1));
  const weighted = design.map((row, i) => row.map((value) => value * weights[i]));
  const scales = columnLengths(weighted);
  const qr = new QrDecomposition(new Matrix(weighted.map((row) => row.map((value, j) => value / scales[j]))));
  if (qr.upperTriangularMatrix.diagonal().some((rest) => Math.abs(rest) < INDEPENDENT)) {
    throw new InputError({
      what: 'the measurements do not determine every coefficient',
      mend: 'measure more different sizes or process counts',
    });
  }
  const solved = qr.solve(Matrix.columnVector(y.map((value, i) => value * weights[i])));
  const coefficients = scales.map((scale, j) => solved.get(j, 0) / scale);
  const fitted = design.map((row) => row.reduce((sum, value, j) => sum + value * coefficients[j], 0));
  const r2 = rSquared(y, fitted);
  return {
    coefficients,
    residuals: y.map((value, i) => value - fitted[i]),
    rSquared: r2,
    adjustedRSquared:
      r2 !== undefined && y.length > terms ? 1 - ((1 - r2) * (y.length - 1)) / (y.length - terms) : undefined,
    rows: y.length,
  };
}

/** A straight line: y ≈ intercept + slope·x. */
export interface FittedLine {
  readonly intercept: number;
  readonly slope: number;
}

/** The line of least squares through points. Throws InputError for fewer than two different x. */
export function fitLine(
  x: readonly number[],
  y: readonly number[],
  error: ErrorKind = 'absolute',
): FittedLine & { readonly rSquared: number | undefined } {
  const { coefficients, rSquared: r2 } = leastSquares(
    x.map((value) => [1, value]),
    y,
    error,
  );
  return { intercept: coefficients[0], slope: coefficients[1], rSquared: r2 };
}

/** A line's y at x. */
export function valueAt(line: FittedLine, x: number): number {
  return line.intercept + line.slope * x;
}
