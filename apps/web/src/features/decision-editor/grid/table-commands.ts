import type { DmnViewer, SheetPart } from 'dmn-js-shared/lib/base/Manager'

/** Changed properties of a column. Allowed values are unary tests; empty for any. */
export interface ColumnChange {
  readonly label: string
  readonly expression: string
  readonly typeRef: string
  readonly allowed: string
}

/** What can be done with a table. Each call is one step of undo. Rules and columns count from 0, inputs first. */
export interface TableCommands {
  addRule(at: number, texts?: readonly string[], note?: string): void
  removeRule(at: number): void
  moveRule(at: number, to: number): void
  setCell(rule: number, column: number, text: string): void
  setNote(rule: number, text: string): void
  addColumn(kind: 'input' | 'output', at: number): void
  removeColumn(at: number): void
  moveColumn(at: number, to: number): void
  setColumn(at: number, change: ColumnChange): void
  setHitPolicy(policy: string, aggregation: string): void
  rename(name: string): void
}

export function createTableCommands(viewer: DmnViewer): TableCommands | null {
  const modeling = viewer.get('modeling', false)
  if (modeling === null) return null
  const root = () => viewer.get('sheet', false).getRoot()
  const row = (at: number) => root().rows[at]
  const column = (at: number) => root().cols[at]
  const withPart = (part: SheetPart | undefined, change: (part: SheetPart) => void) => {
    if (part !== undefined) change(part)
  }
  return {
    addRule: (at, texts = [], note = '') => modeling.addRow(createRow(viewer, texts, note), at),
    removeRule: (at) => withPart(row(at), (part) => modeling.removeRow(part)),
    moveRule: (at, to) => withPart(row(at), (part) => modeling.moveRow(part, to)),
    setCell: (rule, at, text) =>
      withPart(row(rule)?.cells[at], ({ businessObject }) => {
        if (businessObject.get('text') !== text) modeling.editCell(businessObject, text)
      }),
    setNote: (rule, text) =>
      withPart(row(rule), ({ businessObject }) => {
        if ((businessObject.get('description') ?? '') !== text) modeling.editAnnotation(businessObject, text)
      }),
    addColumn: (kind, at) =>
      void modeling.addCol({ type: kind === 'input' ? 'dmn:InputClause' : 'dmn:OutputClause' }, at),
    removeColumn: (at) => withPart(column(at), (part) => modeling.removeCol(part)),
    moveColumn: (at, to) => withPart(column(at), (part) => modeling.moveCol(part, to)),
    setColumn: (at, change) => withPart(column(at), (part) => setColumn(viewer, part, change)),
    setHitPolicy: (policy, aggregation) => modeling.editHitPolicy(policy, aggregation === '' ? undefined : aggregation),
    rename: (name) => modeling.editDecisionTableName(name),
  }
}

/** A row whose cells have their texts already: to add it is one step. */
function createRow(viewer: DmnViewer, texts: readonly string[], note: string): SheetPart {
  const factory = viewer.get('elementFactory', false)
  const row = factory.create('row', { type: 'dmn:DecisionRule' })
  if (note !== '') row.businessObject.set('description', note)
  for (const [at, col] of viewer.get('sheet', false).getRoot().cols.entries()) {
    const cell = factory.create('cell', { row, col })
    cell.businessObject.set('text', texts[at] ?? '')
    row.cells.push(cell)
  }
  return row
}

function setColumn(viewer: DmnViewer, { businessObject }: SheetPart, change: ColumnChange): void {
  const { label, expression, typeRef, allowed } = change
  const isInput = businessObject.$type === 'dmn:InputClause'
  const values = isInput ? 'inputValues' : 'outputValues'
  const before = (businessObject.get(values) as { get(name: string): unknown } | undefined)?.get('text') ?? ''
  const tests = allowed === '' ? undefined : viewer.get('dmnFactory', false).create('dmn:UnaryTests', { text: allowed })
  viewer.get('modeling', false)?.updateProperties(businessObject, {
    label: label === '' ? undefined : label,
    ...(isInput
      ? { inputExpression: { text: expression, typeRef: typeRef || undefined } }
      : { name: expression, typeRef: typeRef || undefined }),
    ...(before === allowed ? {} : { [values]: tests }),
  })
}
