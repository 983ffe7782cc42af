import 'dmn-js/dist/assets/diagram-js.css'
import 'dmn-js/dist/assets/dmn-js-shared.css'
import 'dmn-js/dist/assets/dmn-js-drd.css'
import 'dmn-js/dist/assets/dmn-js-decision-table.css'
import 'dmn-js/dist/assets/dmn-js-decision-table-controls.css'
import 'dmn-js/dist/assets/dmn-js-literal-expression.css'
import 'dmn-js/dist/assets/dmn-font/css/dmn.css'
import type Modeler from 'dmn-js/lib/Modeler'
import type { DmnViewer } from 'dmn-js/lib/Modeler'
import { unchangedLabels } from '../../../components/label-editing/unchanged-labels.ts'
import { changeMenu } from './change-menu.ts'
import { pasteRulesIn } from './paste-rules.ts'
import { toDmn13 } from './to-dmn-13.ts'
import { translateTables } from './translate.ts'
import { typedChangesIn } from './typed-changes.ts'
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
 * dmn-js with one file in it, in the colours and words of the product.
 *
 * @throws Error when the file cannot be read, or something in it: dmn-js leaves that out, and it would be lost when
 *   saved.
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
    decisionTable: canEdit ? { additionalModules: [...of.additionalModules, pasteRulesIn(container)] } : of,
    literalExpression: of,
  }
  // Whoever looks needs nothing to edit with, and the other way round.
  const { default: Tables } = canEdit ? await import('dmn-js/lib/Modeler') : await import('dmn-js/lib/NavigatedViewer')
  const modeler = new (withoutKnowledge(Tables))(options)
  const viewers: DmnViewer[] = []
  // What a listener returns keeps it from those who listen later.
  modeler.on('viewer.created', ({ viewer }) => void viewers.push(viewer))
  try {
    const { warnings } = await modeler.importXML(toDmn13(xml))
    const lost = warnings.find(({ message }) => message.startsWith('unparsable content'))
    if (lost !== undefined) throw new Error(lost.message.split('nested error: ').at(-1))
    // A diagram of one decision says nothing.
    const [table, ...others] = modeler.getViews().filter(({ type }) => type !== 'drd')
    if (table !== undefined && others.length === 0) await modeler.open(table)
    return { modeler, viewers: [...viewers] }
  } catch (error) {
    modeler.destroy()
    throw error
  }
}

/** Knowledge models are kept as they are, and not opened. */
function withoutKnowledge(Base: typeof Modeler): typeof Modeler {
  return class extends Base {
    override _getViewProviders() {
      return super._getViewProviders().filter(({ id }) => id !== 'boxedExpression')
    }
  }
}
