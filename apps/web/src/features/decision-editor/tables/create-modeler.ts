import 'dmn-js/dist/assets/diagram-js.css'
import 'dmn-js/dist/assets/dmn-js-shared.css'
import 'dmn-js/dist/assets/dmn-js-drd.css'
import 'dmn-js/dist/assets/dmn-js-literal-expression.css'
import 'dmn-js/dist/assets/dmn-font/css/dmn.css'
import type Modeler from 'dmn-js-shared/lib/base/Manager'
import type { DmnElement, DmnView, DmnViewer } from 'dmn-js-shared/lib/base/Manager'
import { unchangedLabels } from '../../../components/label-editing/unchanged-labels.ts'
import { changeMenu } from './change-menu.ts'
import { hideDmnIds, showDmnIds } from './hide-dmn-ids.ts'
import { pasteRulesIn } from './paste-rules.ts'
import { toDmn13 } from './to-dmn-13.ts'
import { translateTables } from './translate.ts'
import { typedChangesIn } from './typed-changes.ts'
import { withoutDrawing } from './without-drawing.ts'
import { writeOnLeavingModule } from './write-on-leaving.ts'

/** Our words in a file: the samples of a decision. */
const millrace = {
  name: 'Millrace',
  prefix: 'millrace',
  uri: 'urn:millrace:dmn:1.0',
  xml: { tagAlias: 'lowerCase' },
  types: [{ name: 'Samples', superClass: ['Element'], properties: [{ name: 'text', isBody: true, type: 'String' }] }],
} as const

const drdRenderer = {
  defaultFillColor: 'var(--app-sheet)',
  defaultStrokeColor: 'var(--bp-line)',
  defaultLabelColor: 'var(--app-text-2)',
} as const

/** The modeler with the viewers that were created while the file was opened; later ones are reported. */
export interface OpenedModeler {
  readonly modeler: Modeler
  readonly viewers: readonly DmnViewer[]
}

/**
 * Opens dmn-js with a file, in the colours and texts of the product.
 *
 * @throws Error when the file or a part of it cannot be read: dmn-js leaves that part out, and it would be lost when
 * the file is saved.
 */
export async function openTables(container: HTMLElement, xml: string, canEdit: boolean): Promise<OpenedModeler> {
  const additionalModules = [translateTables]
  const of = { additionalModules: [translateTables, typedChangesIn(container)] }
  const options = {
    container,
    moddleExtensions: { millrace },
    drd: {
      additionalModules: canEdit
        ? [translateTables, unchangedLabels, changeMenu, writeOnLeavingModule]
        : additionalModules,
      drdRenderer,
    },
    decisionTable: {
      additionalModules: [translateTables, withoutDrawing, ...(canEdit ? [pasteRulesIn(container)] : [])],
    },
    literalExpression: of,
  }
  // Whoever looks needs nothing to edit with, and the other way round.
  const { default: Tables } = canEdit ? await import('./editing-tables.ts') : await import('./viewing-tables.ts')
  const modeler = new Tables(options)
  const viewers: DmnViewer[] = []
  // What a listener returns keeps it from those who listen later.
  modeler.on('viewer.created', ({ viewer }) => void viewers.push(viewer))
  // Before dmn-js collects the ids.
  modeler.on('import.parse.complete', 2000, ({ definitions, elementsById }) => {
    if (definitions) showDmnIds(definitions, elementsById)
  })
  try {
    const { warnings } = await modeler.importXML(hideDmnIds(toDmn13(xml)))
    const lost = warnings.find(({ message }) => message.startsWith('unparsable content'))
    if (lost !== undefined) throw new Error(lost.message.split('nested error: ').at(-1))
    const main = findMainView(modeler)
    if (main !== undefined) await modeler.open(main)
    return { modeler, viewers: [...viewers] }
  } catch (error) {
    modeler.destroy()
    throw error
  }
}

/** A table that no other decision requires, if there is one. The diagram of all decisions is below it. */
function findMainView(modeler: Modeler): DmnView | undefined {
  const decisions = modeler.getViews().filter(({ type }) => type !== 'drd')
  const required = new Set(decisions.flatMap(({ element }) => listRequired(element)))
  const tables = decisions.filter(({ type }) => type === 'decisionTable')
  return tables.find(({ element }) => !required.has(element.id)) ?? tables[0] ?? decisions[0]
}

function listRequired(decision: DmnElement): string[] {
  const requirements = (decision.get('informationRequirement') ?? []) as readonly DmnElement[]
  return requirements.flatMap((one) => {
    const required = one.get('requiredDecision') as { readonly href?: string } | undefined
    return required?.href === undefined ? [] : [required.href.replace(/^#/, '')]
  })
}
