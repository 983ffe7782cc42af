import type { DmnElement } from 'dmn-js-shared/lib/base/Manager'
import { containsDi } from 'dmn-js-shared/lib/util/DiUtil'

/** The definition of a view of a file for dmn-js. */
export interface ViewProvider {
  readonly id: string
  readonly constructor: unknown
  readonly opens: (element: DmnElement) => boolean
}

interface Viewers {
  readonly drd: unknown
  readonly decisionTable: unknown
  readonly literalExpression: unknown
  /** Whether a file without the places of its parts has no diagram. */
  readonly needsDrawing: boolean
}

/** Lists the views of a file: its diagram, and each decision with a table or an expression. */
export function listProviders({ drd, decisionTable, literalExpression, needsDrawing }: Viewers): ViewProvider[] {
  const hasLogic = (type: string) => (element: DmnElement) =>
    element.$type === 'dmn:Decision' && (element.get('decisionLogic') as DmnElement | undefined)?.$type === type
  return [
    {
      id: 'drd',
      constructor: drd,
      opens: (element) => element.$type === 'dmn:Definitions' && (!needsDrawing || containsDi(element)),
    },
    { id: 'decisionTable', constructor: decisionTable, opens: hasLogic('dmn:DecisionTable') },
    { id: 'literalExpression', constructor: literalExpression, opens: hasLogic('dmn:LiteralExpression') },
  ]
}
