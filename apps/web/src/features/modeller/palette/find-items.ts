import type { modellerTexts } from '@millrace/contract/modeller-texts'
import { foldText } from '../../../lib/fold-text.ts'
import type { PaletteItem } from './items.ts'

type Names = typeof modellerTexts.modeller.palette.items

/** Other words of the field for elements: what other products and people call them. */
const synonyms: Readonly<Partial<Record<PaletteItem['key'], string>>> = {
  startEvent: 'begin none trigger',
  endEvent: 'stop finish none',
  timerStart: 'timer schedule cron cycle clock date',
  timerCatch: 'timer wait delay clock duration schedule boundary timeout deadline',
  messageStart: 'receive webhook',
  messageCatch: 'message receive wait correlation boundary',
  signalCatch: 'signal broadcast wait boundary',
  conditionCatch: 'condition rule wait boundary',
  errorEnd: 'throw fail exception bpmn error',
  escalationThrow: 'notify',
  terminateEnd: 'kill cancel abort',
  intermediateEvent: 'intermediate milestone none throw',
  userTask: 'human manual form approval person todo',
  serviceTask: 'java delegate connector automatic system expression',
  restTask: 'http api web url call request service connector webhook json',
  mailTask: 'email smtp send notification service connector',
  externalTask: 'worker topic job service connector poll',
  ruleTask: 'decision dmn table business rule',
  scriptTask: 'javascript code groovy feel calculate',
  sendTask: 'message throw notify',
  receiveTask: 'message wait catch',
  callActivity: 'subprocess sub-process reuse process',
  task: 'activity step abstract',
  exclusiveGateway: 'xor if decision choice branch condition split merge or',
  parallelGateway: 'and fork join split merge branch concurrent',
  inclusiveGateway: 'or split merge branch condition',
  eventGateway: 'wait race branch',
  complexGateway: 'branch merge',
  subProcess: 'subprocess embedded group scope block',
  eventSubProcess: 'subprocess handler interrupt error timeout',
  participant: 'pool lane swimlane role organisation',
  dataObject: 'document file variable',
  dataStore: 'database',
  group: 'box category',
  annotation: 'text comment note',
}

/** Finds elements whose names or synonyms contain words that begin with each searched word. */
export function findItems(
  items: readonly PaletteItem[],
  search: string,
  nameOf: (key: keyof Names) => string,
): readonly PaletteItem[] {
  const wanted = foldText(search)
    .split(/[\s-]+/)
    .filter((word) => word !== '')
  return items.filter(({ key }) => {
    const name = foldText(nameOf(key))
    const words = [...name.split(/[\s-]+/), ...(synonyms[key]?.split(/[\s-]+/) ?? [])]
    return wanted.every((word) => name.includes(word) || words.some((one) => one.startsWith(word)))
  })
}
