import { type DataColumn, dataListLimits } from '@millrace/contract'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

export interface Fault {
  /** Row and column, or column. */
  readonly where: string
  readonly message: string
}

/** The number of errors that an import reports. More are shown after these are fixed. */
export const maxFaults = 100

export function refuseCells(faults: readonly Fault[]): Refusal {
  return refuse(
    'data-list.invalid',
    `Expected cells that match their columns, but ${faults.length === 1 ? 'one does' : `${faults.length} do`} not: ${faults[0]?.message} Nothing was saved.`,
    faults.slice(0, maxFaults),
  )
}

export function refuseDoubles({ key, name }: Pick<DataColumn, 'key' | 'name'>, doubles: readonly string[]): Refusal {
  const message = `Expected each value of “${name}” once, but more than one row has “${doubles[0]}”.`
  return refuse(
    'data-list.invalid',
    `${message} Nothing was saved.`,
    doubles.map((value) => ({ where: `columns.${key}`, message: `More than one row has “${value}”.` })),
  )
}

export function refuseTooLarge(count: number): Refusal {
  const [most, would] = [dataListLimits.rows.toLocaleString('en'), count.toLocaleString('en')]
  return refuse(
    'data-list.too-large',
    `Expected at most ${most} rows in a list, but it would have ${would}. Nothing was saved.`,
  )
}
