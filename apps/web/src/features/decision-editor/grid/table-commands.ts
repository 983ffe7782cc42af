import type { DmnElement, DmnViewer, SheetPart, SheetRoot } from 'dmn-js-shared/lib/base/Manager'

/** The changed properties of a column. Allowed values are unary tests; empty for any value. */
export interface ColumnChange {
  readonly label: string
  readonly expression: string
  readonly typeRef: string
  readonly allowed: string
}

/** The commands of a table. Each call is one undo step. Rules and columns count from 0, inputs first. */
export interface TableCommands {
  addRule(at: number, texts?: readonly string[]): void
  /** Adds a copy of a rule below it. */
  duplicateRule(rule: number): void
  removeRule(at: number): void
  moveRule(at: number, to: number): void
  setCell(rule: number, column: number, text: string): void
  setNote(rule: number, text: string): void
  addColumn(kind: 'input' | 'output', at: number): void
  removeColumn(at: number): void
  moveColumn(at: number, to: number): void
  setColumn(at: number, change: ColumnChange): void
  setHitPolicy(policy: string, aggregation: string): void
}

/**
 * Creates the commands of a table.
 * @param logic the table in the file: a viewer shows several tables one after another, and a late change must not
 * affect the next one.
 */
export function createTableCommands(viewer: DmnViewer, logic: unknown): TableCommands | null {
  const modeling = viewer.get('modeling', false)
  if (modeling === null) return null
  const change = (run: (root: SheetRoot) => void) => {
    const root = viewer.get('sheet', false).getRoot()
    if (root.businessObject === logic) run(root)
  }
  const withPart = (kind: 'rows' | 'cols', at: number, run: (part: SheetPart, count: number) => void) =>
    change((root) => {
      const part = root[kind][at]
      if (part !== undefined) run(part, root[kind].length)
    })
  return {
    addRule: (at, texts = []) =>
      change((root) =>
        modeling.addRow(
          createRow(viewer, root, (column) => ({ text: texts[column] ?? '' })),
          at,
        ),
      ),
    duplicateRule: (rule) =>
      change((root) => {
        const original = root.rows[rule]
        if (original === undefined) return
        const copy = createRow(viewer, root, (column) => readCell(original.cells[column]))
        copy.businessObject.set('description', original.businessObject.get('description'))
        modeling.addRow(copy, rule + 1)
      }),
    removeRule: (at) => withPart('rows', at, (row) => modeling.removeRow(row)),
    moveRule: (at, to) =>
      withPart('rows', at, (row, count) => {
        if (to >= 0 && to < count) modeling.moveRow(row, to)
      }),
    setCell: (rule, at, text) =>
      withPart('rows', rule, ({ cells }) => {
        const cell = cells[at]?.businessObject
        if (cell !== undefined && cell.get('text') !== text) modeling.editCell(cell, text)
      }),
    setNote: (rule, text) =>
      withPart('rows', rule, ({ businessObject }) => {
        if ((businessObject.get('description') ?? '') !== text) modeling.editAnnotation(businessObject, text)
      }),
    addColumn: (kind, at) =>
      change(() => modeling.addCol({ type: kind === 'input' ? 'dmn:InputClause' : 'dmn:OutputClause' }, at)),
    removeColumn: (at) => withPart('cols', at, (column) => modeling.removeCol(column)),
    moveColumn: (at, to) => withPart('cols', at, (column) => modeling.moveCol(column, to)),
    setColumn: (at, changed) => withPart('cols', at, (column) => setColumn(viewer, column, changed)),
    setHitPolicy: (policy, aggregation) =>
      change(() => modeling.editHitPolicy(policy, aggregation === '' ? undefined : aggregation)),
  }
}

/** A row whose cells have their texts already: to add it is one step. */
function createRow(
  viewer: DmnViewer,
  { cols }: SheetRoot,
  contentOf: (column: number) => Readonly<Record<string, unknown>>,
): SheetPart {
  const factory = viewer.get('elementFactory', false)
  const row = factory.create('row', { type: 'dmn:DecisionRule' })
  for (const [at, col] of cols.entries()) {
    const cell = factory.create('cell', { row, col })
    for (const [name, value] of Object.entries(contentOf(at))) cell.businessObject.set(name, value)
    row.cells.push(cell)
  }
  return row
}

/** The text of a cell, and its language, without which the text would say something else. */
function readCell(cell: SheetPart | undefined): Readonly<Record<string, unknown>> {
  const language = cell?.businessObject.get('expressionLanguage')
  return { text: cell?.businessObject.get('text') ?? '', ...(language == null ? {} : { expressionLanguage: language }) }
}

function setColumn(viewer: DmnViewer, { businessObject }: SheetPart, change: ColumnChange): void {
  const { label, expression, typeRef, allowed } = change
  const isInput = businessObject.$type === 'dmn:InputClause'
  const changes: Changes = { label: label || undefined }
  if (isInput)
    setPart(viewer, changes, {
      element: businessObject,
      name: 'inputExpression',
      type: 'dmn:LiteralExpression',
      content: { text: expression, typeRef: typeRef || undefined },
    })
  else Object.assign(changes, { name: expression, typeRef: typeRef || undefined })
  const values = isInput ? 'inputValues' : 'outputValues'
  if (allowed === '') changes[values] = undefined
  else
    setPart(viewer, changes, {
      element: businessObject,
      name: values,
      type: 'dmn:UnaryTests',
      content: { text: allowed },
    })
  viewer.get('modeling', false)?.updateProperties(businessObject, changes)
}

type Changes = Record<string, unknown>

interface Part {
  readonly element: DmnElement
  readonly name: string
  readonly type: string
  readonly content: Changes
}

/** Changes a part of an element, which keeps all else that it has, or adds it where the file has none. */
function setPart(viewer: DmnViewer, changes: Changes, { element, name, type, content }: Part): void {
  if (element.get(name) !== undefined) {
    changes[name] = content
    return
  }
  const made = viewer.get('dmnFactory', false).create(type, content)
  made.$parent = element
  changes[name] = made
}
