import type { SimulationComparison, SimulationResult } from '@millrace/contract'
import { TableDownloads } from '../../../components/table-downloads/table-downloads.tsx'

/** The results of a simulation as files. */
export function Downloads({ name, result }: { readonly name: string; readonly result: SimulationResult }) {
  const file = `simulation-${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}`
  return <TableDownloads file={file} lines={() => listLines(result)} json={result} />
}

const heads = ['kind', 'name', 'measure', 'before', 'beforeHalf', 'after', 'afterHalf', 'difference', 'differenceHalf']

/**
 * Returns the lines of a CSV file, one for each measure; measures of the prediction have the predicted value, its range
 * and the actual value.
 */
export function listLines({ measures, roles, elements, check }: SimulationResult): string[][] {
  const cell = (value: number | null | undefined) => (value == null ? '' : String(value))
  const lines = (kind: string, name: string, of: Readonly<Record<string, SimulationComparison>>) =>
    Object.entries(of).map(([measure, { before, after, difference }]) => [
      ...[kind, name, measure],
      ...[before, after, difference].flatMap((one) => [cell(one?.mean), cell(one?.half)]),
    ])
  const checked =
    check === null
      ? []
      : [
          ['kind', 'name', 'measure', 'predicted', 'low', 'high', 'actual'],
          ...Object.entries(check.measures).map(([measure, { predicted, low, high, actual }]) => [
            ...['prediction', '', measure, cell(predicted), cell(low), cell(high), cell(actual)],
          ]),
          ...check.elements.map(({ id, name, took: { predicted, low, high, actual } }) => [
            ...['prediction', name ?? id, 'durationMean', cell(predicted), cell(low), cell(high), cell(actual)],
          ]),
        ]
  return [
    heads,
    ...lines('process', '', measures),
    ...roles.flatMap((role) => lines('role', role.name, role.measures)),
    ...elements.flatMap(({ id, name, measures: of }) => lines('element', name ?? id, of)),
    ...checked,
  ]
}
