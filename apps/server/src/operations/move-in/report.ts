/** Rows of the source that were left out, counted by reason. */
export interface Omission {
  readonly code: string
  readonly table: string
  readonly id: string
  readonly message: string
  /** Whether a row is left out on purpose: it exists already, is created again, or is part of a moved row. */
  readonly isExpected?: boolean
}

/** The counts of one kind of object, in the source and in this product. */
export interface ReportLine {
  readonly table: string
  /** The key of the definition; null for rows without a definition. */
  readonly definition: string | null
  source: number
  /** Moved by this run. */
  moved: number
  /** Moved by an earlier run. */
  earlier: number
  left: number
}

/** Collects the counts and omissions of a run for its report. */
export class Report {
  readonly #lines = new Map<string, ReportLine>()
  readonly omissions: Omission[] = []
  readonly notes: Omission[] = []
  readonly #maxKept: number

  /** @param maxKept omissions beyond this number are counted and not listed, so that memory stays flat. */
  constructor(maxKept = 10_000) {
    this.#maxKept = maxKept
  }

  /** Restores the report of a move that was interrupted. */
  static restore({ lines, omissions, notes, codes, missing }: StoredReport, maxKept?: number): Report {
    const report = new Report(maxKept)
    for (const line of lines) report.#lines.set(keyOf(line.table, line.definition), { ...line })
    report.omissions.push(...omissions)
    report.notes.push(...notes)
    for (const [code, count] of codes) report.#codes.set(code, count)
    report.#missing = missing
    return report
  }

  /** Returns the report as JSON can hold it. */
  store(): StoredReport {
    return {
      lines: this.lines(),
      omissions: this.omissions,
      notes: this.notes,
      codes: this.codes(),
      missing: this.#missing,
    }
  }

  add(table: string, definition: string | null, kind: 'source' | 'moved' | 'earlier' | 'left', count = 1): void {
    const key = keyOf(table, definition)
    const line = this.#lines.get(key) ?? { table, definition, source: 0, moved: 0, earlier: 0, left: 0 }
    line[kind] += count
    this.#lines.set(key, line)
  }

  /** @param isListed false when the omission is only counted. */
  leave(omission: Omission, { count = 1, isListed = true } = {}): void {
    if (isListed && this.omissions.length < this.#maxKept) this.omissions.push(omission)
    if (omission.isExpected !== true) this.#missing += count
    this.#codes.set(omission.code, (this.#codes.get(omission.code) ?? 0) + count)
  }

  /** Whether anything has not come over that should have. */
  get isComplete(): boolean {
    return this.#missing === 0 && this.differences().length === 0
  }

  #missing = 0

  note(note: Omission): void {
    if (this.notes.length < this.#maxKept) this.notes.push(note)
  }

  readonly #codes = new Map<string, number>()

  codes(): [code: string, count: number][] {
    return [...this.#codes].sort()
  }

  lines(): ReportLine[] {
    return [...this.#lines.values()].sort(
      (a, b) => a.table.localeCompare(b.table) || (a.definition ?? '').localeCompare(b.definition ?? ''),
    )
  }

  /** Returns the lines whose counts differ by more than the omitted rows. */
  differences(): ReportLine[] {
    return this.lines().filter(({ source, moved, earlier, left }) => source !== moved + earlier + left)
  }
}

/** A report in the database. */
export interface StoredReport {
  readonly lines: readonly ReportLine[]
  readonly omissions: readonly Omission[]
  readonly notes: readonly Omission[]
  readonly codes: readonly (readonly [code: string, count: number])[]
  readonly missing: number
}

function keyOf(table: string, definition: string | null): string {
  return `${table} ${definition ?? ''}`
}
