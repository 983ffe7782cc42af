declare module 'bpmn-moddle' {
  import type { ImportWarning, ModdleElement, ModdlePackage } from '../moddle/index.ts'

  /** As much of it as the tests use. */
  export class BpmnModdle {
    constructor(packages: Readonly<Record<string, ModdlePackage>>)
    create(type: string, attributes?: Readonly<Record<string, unknown>>): ModdleElement
    fromXML(xml: string): Promise<{
      rootElement: ModdleElement
      elementsById: Record<string, ModdleElement>
      warnings: ImportWarning[]
    }>
    toXML(element: ModdleElement): Promise<{ xml: string }>
  }
}
