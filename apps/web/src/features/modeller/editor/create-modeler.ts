import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css'
import {
  choosePlanes,
  type FileLoss,
  hideUnreadable,
  type KeptPart,
  listLosses,
  planPutBack,
  putBack,
  showIds,
} from '@millrace/bpmn/keep'
import { createModdleExtensions, type ImportWarning, keepReferences, type ModdleElement } from '@millrace/bpmn/moddle'
import { escapeSpaces } from '@millrace/xml'
import type BpmnFactory from 'bpmn-js/lib/features/modeling/BpmnFactory'
import type Modeling from 'bpmn-js/lib/features/modeling/Modeling'
import outline from 'bpmn-js/lib/features/outline'
import type BpmnReplace from 'bpmn-js/lib/features/replace/BpmnReplace'
import search from 'bpmn-js/lib/features/search'
import Modeler from 'bpmn-js/lib/Modeler'
import type { Element } from 'bpmn-js/lib/model/Types'
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer'
import type CommandStack from 'diagram-js/lib/command/CommandStack'
import type Canvas from 'diagram-js/lib/core/Canvas'
import type ElementFactory from 'diagram-js/lib/core/ElementFactory'
import type ElementRegistry from 'diagram-js/lib/core/ElementRegistry'
import type EventBus from 'diagram-js/lib/core/EventBus'
import type AutoPlace from 'diagram-js/lib/features/auto-place/AutoPlace'
import type Create from 'diagram-js/lib/features/create/Create'
import type Dragging from 'diagram-js/lib/features/dragging/Dragging'
import type EditorActions from 'diagram-js/lib/features/editor-actions/EditorActions'
import type GlobalConnect from 'diagram-js/lib/features/global-connect/GlobalConnect'
import type HandTool from 'diagram-js/lib/features/hand-tool/HandTool'
import type LassoTool from 'diagram-js/lib/features/lasso-tool/LassoTool'
import type Overlays from 'diagram-js/lib/features/overlays/Overlays'
import type PopupMenu from 'diagram-js/lib/features/popup-menu/PopupMenu'
import type SearchPad from 'diagram-js/lib/features/search-pad/SearchPad'
import type Selection from 'diagram-js/lib/features/selection/Selection'
import type SpaceTool from 'diagram-js/lib/features/space-tool/SpaceTool'
import { drawingOptions } from '../../../components/bpmn-diagram/drawing-options.ts'
import { labelRoom } from '../../../components/bpmn-diagram/label-room.ts'
import { unchangedLabels } from '../../../components/label-editing/unchanged-labels.ts'
import { loadChunk } from '../../../lib/load-chunk.ts'
import { menus, type ServiceChange } from '../palette/menus.ts'
import { freePlace } from '../palette/taken-room.ts'
import { applyChanges } from './apply-changes.ts'
import { dropForeign } from './drop-foreign.ts'
import { freePad } from './free-context-pad.ts'
import { freeWays } from './free-flows.ts'
import { keepSelected } from './keep-selected.ts'
import { keepUndrawn, listMoved, listUndrawn } from './keep-undrawn.ts'
import { sharedClipboard } from './shared-clipboard.ts'
import { clicksAfterDrags } from './spend-click-trap.ts'
import { tints } from './tints.ts'
import { translateDrawing } from './translate.ts'

interface Services {
  readonly autoPlace: AutoPlace
  readonly bpmnFactory: BpmnFactory
  readonly bpmnReplace: BpmnReplace
  readonly canvas: Canvas
  readonly commandStack: CommandStack
  readonly create: Create
  readonly directEditing: { activate(element: Element): boolean }
  readonly dragging: Dragging
  readonly dialect: ReturnType<typeof createModdleExtensions>['dialect']
  readonly editorActions: EditorActions
  readonly elementFactory: ElementFactory & { create(kind: 'shape', attributes: object): Element }
  readonly elementRegistry: ElementRegistry
  readonly eventBus: EventBus
  readonly globalConnect: GlobalConnect
  readonly handTool: HandTool
  readonly lassoTool: LassoTool
  readonly modeling: Modeling
  readonly moddle: { readonly ids: { assigned(id: string): unknown } }
  readonly overlays: Overlays
  readonly popupMenu: PopupMenu
  readonly searchPad: SearchPad
  readonly selection: Selection
  readonly serviceChange: ServiceChange
  readonly spaceTool: SpaceTool
}

export type DrawingModeler = Modeler<Services>

export interface OpenedModeler {
  readonly modeler: DrawingModeler
  /** The dialect in which the file is written. */
  readonly dialect: ReturnType<typeof createModdleExtensions>['dialect']
  readonly definitions: ModdleElement
  /** Parts of the file that bpmn-js would leave out of what it writes. */
  readonly kept: readonly KeptPart[]
  /** Parts that would be lost all the same. */
  readonly losses: readonly FileLoss[]
  /** Names of shapes and edges that stay in the file and are not drawn. */
  readonly undrawn: readonly string[]
  /** Names of collapsed sub-processes whose content has a page of its own now, because bpmn-js draws it nowhere else. */
  readonly moved: readonly string[]
}

/**
 * Opens a modeler of bpmn-js with one file, in the colours of the product. Each file has its own modeler, because the
 * extensions of vendors are described for the file.
 *
 * Content that bpmn-js would lose is found immediately, by writing the file and comparing it, and is kept for saving.
 *
 * @throws Error when the file cannot be read or breaks the standard, with a sentence that names the location.
 */
export async function openModeler(container: HTMLElement, xml: string, canEdit: boolean): Promise<OpenedModeler> {
  const { dialect, rules, packages } = createModdleExtensions(xml)
  const options = { container, ...drawingOptions, moddleExtensions: packages }
  const modeler = canEdit
    ? new Modeler<Services>({
        ...options,
        additionalModules: [
          translateDrawing,
          labelRoom,
          unchangedLabels,
          applyChanges,
          withoutPalette,
          menus,
          freePlace,
          freePad,
          freeWays,
          tints,
          sharedClipboard,
          clicksAfterDrags,
          keepSelected,
          keepUndrawn,
          dropForeign,
          { dialect: ['value', dialect] },
        ],
      })
    : // To look at: what changes a drawing is not there.
      (new NavigatedViewer<Services>({
        ...options,
        additionalModules: [translateDrawing, labelRoom, keepSelected, outline, search, tints],
      }) as unknown as DrawingModeler)
  const bus = modeler.get('eventBus')
  const lost: ImportWarning[] = []
  const own: ModdleElement[] = []
  // Before bpmn-js collects the ids.
  bus.on('import.parse.complete', 2000, ({ definitions, elementsById, warnings = [] }: ParsedFile) => {
    keepReferences(warnings)
    if (definitions) {
      showIds(definitions, elementsById)
      choosePlanes(definitions)
      own.push(...((definitions.get('diagrams') as ModdleElement[] | undefined) ?? []))
    }
    lost.push(...warnings.filter(({ message }) => message.startsWith('unparsable content')))
  })
  try {
    await modeler.importXML(hideUnreadable(xml))
    const messages = lost.map(({ message }) => message)
    const reason = messages.length === 0 ? null : await explain(xml, messages)
    if (reason !== null) throw new Error(reason)
    const definitions = modeler.getDefinitions() as unknown as ModdleElement
    const written = await writeDrawing(modeler)
    const { kept, losses } = planKeeping(xml, written)
    // Said outright, so that no edit changes whose rules the file is read by.
    definitions.set('millrace:dialect', rules)
    const undrawn = listUndrawn(definitions, modeler.get('elementRegistry').getAll() as Element[])
    const moved = listMoved(definitions, own)
    return { modeler, dialect, definitions, kept, losses, undrawn, moved }
  } catch (error) {
    modeler.destroy()
    throw await toReason(error, xml)
  }
}

/** Parts that cannot be put back without harm to the file are listed as lost. */
function planKeeping(xml: string, written: string): Pick<OpenedModeler, 'kept' | 'losses'> {
  const kept = planPutBack(xml, written)
  const losses = listLosses(xml, putBack(written, kept))
  return losses === null ? { kept: [], losses: listLosses(xml, written) ?? [] } : { kept, losses }
}

interface ParsedFile {
  readonly definitions?: ModdleElement
  readonly elementsById?: Record<string, unknown>
  readonly warnings?: readonly ImportWarning[]
}

/** A file without a drawing is offered one. Other failures have the words of moddle, which say little. */
async function toReason(error: unknown, xml: string): Promise<unknown> {
  if (error instanceof Error && /no diagram to display/.test(error.message)) return error
  const reason = await explain(xml, [String(error)])
  return reason === null ? error : new Error(reason, { cause: error })
}

/** The checks of a whole file are loaded where they are needed. */
async function explain(xml: string, messages: readonly string[]): Promise<string | null> {
  const { findRefusal } = await loadChunk(() => import('@millrace/bpmn/refusal'))
  return findRefusal(xml, messages)
}

/**
 * Returns the diagram as bpmn-js writes it.
 *
 * @throws Error when it cannot be written.
 */
export async function writeDrawing(modeler: DrawingModeler): Promise<string> {
  const { xml, error } = await modeler.saveXML({ format: true })
  if (xml === undefined) throw error ?? new Error('Expected the drawing to be written, but it was not.')
  return escapeSpaces(xml)
}

/** The product has a palette of its own, which keys reach. That of bpmn-js fails at each tool when it is never drawn. */
const withoutPalette = { palette: ['value', null], paletteProvider: ['value', null], paletteTooltip: ['value', null] }
