/** What the editor uses of dmn-js, which brings no types. */
declare module 'dmn-js/lib/Modeler' {
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
    on(event: string, listen: (event: { trigger?: string }) => void): void
  }
  export default class Modeler {
    constructor(options: object)
    importXML(xml: string): Promise<{ readonly warnings: readonly { readonly message: string }[] }>
    saveXML(options: { format: boolean }): Promise<{ xml: string }>
    getDefinitions(): DmnElement
    getViews(): readonly DmnView[]
    getActiveView(): DmnView | undefined
    getActiveViewer(): DmnViewer | undefined
    open(view: DmnView): Promise<unknown>
    on(event: 'views.changed', listen: () => void): void
    on(event: 'viewer.created', listen: (event: { viewer: DmnViewer }) => void): void
    destroy(): void
    _getViewProviders(): readonly { readonly id: string }[]
  }
}

declare module 'dmn-js/lib/NavigatedViewer' {
  export { default } from 'dmn-js/lib/Modeler'
}
