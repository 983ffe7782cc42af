/** What the editor uses of dmn-js, which brings no types. */
declare module 'dmn-js-shared/lib/base/Manager' {
  export interface DmnElement {
    readonly id: string
    readonly name?: string
    readonly $type: string
    readonly $model: { create(type: string, attributes: object): DmnElement }
    $parent?: DmnElement
    get(name: string): unknown
    set(name: string, value: unknown): void
  }
  export interface DmnView {
    readonly element: DmnElement
    readonly id: string
    readonly name?: string
    readonly type: 'drd' | 'decisionTable' | 'literalExpression' | 'boxedExpression'
  }
  export interface DmnViewer {
    get(
      name: 'commandStack',
      strict: false,
    ): { canUndo(): boolean; canRedo(): boolean; undo(): void; redo(): void } | null
    get(name: 'canvas', strict: false): { zoom(how: 'fit-viewport'): void; resized(): void } | null
    get(name: 'modeling', strict: false): TableModeling | null
    get(name: 'sheet', strict: false): { getRoot(): SheetRoot }
    get(name: 'elementFactory', strict: false): { create(kind: 'row' | 'cell' | 'col', attributes: object): SheetPart }
    get(name: 'dmnFactory', strict: false): { create(type: string, attributes: object): DmnElement }
    on(event: string, listen: (event: { trigger?: string }) => void): void
  }
  /** A row, a column or a cell of a table, around its element of the model. */
  export interface SheetPart {
    readonly businessObject: DmnElement
    readonly cells: SheetPart[]
  }
  export interface SheetRoot {
    readonly businessObject: DmnElement
    readonly rows: readonly SheetPart[]
    readonly cols: readonly SheetPart[]
  }
  /** The commands of a decision table; each is one step of undo. */
  export interface TableModeling {
    addRow(row: SheetPart, index: number): SheetPart
    removeRow(row: SheetPart): void
    moveRow(row: SheetPart, index: number): void
    addCol(attributes: { readonly type: string }, index: number): SheetPart
    removeCol(column: SheetPart): void
    moveCol(column: SheetPart, index: number): void
    editCell(cell: DmnElement, text: string): void
    editAnnotation(rule: DmnElement, text: string): void
    editHitPolicy(policy: string, aggregation: string | undefined): void
    updateProperties(element: DmnElement, properties: object): void
  }
  export default class Manager {
    constructor(options: object)
    importXML(xml: string): Promise<{ readonly warnings: readonly { readonly message: string }[] }>
    saveXML(options: { format: boolean }): Promise<{ xml: string }>
    getDefinitions(): DmnElement
    getViews(): readonly DmnView[]
    getActiveView(): DmnView | undefined
    getActiveViewer(): DmnViewer | undefined
    open(view: DmnView): Promise<unknown>
    on(event: 'views.changed' | 'import.render.complete', listen: () => void): void
    on(
      event: 'import.parse.complete',
      priority: number,
      listen: (event: { definitions?: DmnElement; elementsById?: Record<string, unknown> }) => void,
    ): void
    on(event: 'viewer.created', listen: (event: { viewer: DmnViewer }) => void): void
    destroy(): void
    _getViewProviders(): readonly object[]
  }
}

declare module 'dmn-js-shared/lib/base/EditingManager' {
  export { default } from 'dmn-js-shared/lib/base/Manager'
}

declare module 'dmn-js-shared/lib/util/DiUtil' {
  export function containsDi(definitions: object): boolean
}

declare module 'dmn-js-decision-table/lib/Viewer' {
  export default class Viewer {
    getModules(): readonly object[]
  }
}

declare module 'dmn-js-decision-table/lib/core' {
  const core: object
  export default core
}

declare module 'dmn-js-decision-table/lib/features/modeling' {
  const modeling: object
  export default modeling
}

declare module 'dmn-js-drd/lib/Modeler'
declare module 'dmn-js-drd/lib/NavigatedViewer'
declare module 'dmn-js-literal-expression/lib/Editor'
declare module 'dmn-js-literal-expression/lib/Viewer'

declare module 'dmn-js-shared/lib/util/PoweredByUtil' {
  export function addProjectLogo(container: HTMLElement): void
}
