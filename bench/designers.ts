import { launchBrowser } from '../e2e/browser.ts'
import { startFreshServer } from '../scripts/fresh-server.ts'
import { createBpmnJsBench } from './src/designers/bpmn-js.ts'
import { createFormIo } from './src/designers/form-io.ts'
import { createFormJs } from './src/designers/form-js.ts'
import { installPeers } from './src/designers/install-peers.ts'
import { type Contestant, type Figures, fieldCount, goals } from './src/designers/measure-page.ts'
import {
  createModellerBench,
  elementCount,
  type ModellerFigures,
  modellerGoals,
  writeLongProcess,
} from './src/designers/modeller.ts'
import { createOurs } from './src/designers/ours.ts'
import { median } from './src/measure.ts'

const rounds = 3

const columns = {
  designer: 'designer opens',
  designerWork: 'work',
  form: 'form opens',
  formWork: 'work',
  key: 'a key press',
} as const satisfies Record<keyof Figures, string>

/**
 * `npm run bench:designers`: a form of 300 fields in our designer and runtime, beside those of form-js and Form.io in the
 * same browser: from the design to what is drawn, with the code there already, and what a key press costs in the form.
 * One is measured after the other in each round, so that a slow minute hits all; work is what the page's thread did in
 * that time, whoever else was at the processor. The others are fetched from npm into a folder of their own, which goes
 * with the run. What the others draw after a key press they draw later, which is not counted.
 * The modeller is measured beside bpmn-js, which it is made of, and alone with `-- modeller`. A goal that is missed is marked; it is not a failure, because the machine decides as well.
 */
const onlyModeller = process.argv.includes('modeller')
const server = await startFreshServer({ environment: {}, withBrowser: true })
const browser = await launchBrowser()
try {
  if (!onlyModeller) await compareForms()
  await measureModeller()
} finally {
  await browser.close()
  await server.stop()
}

async function compareForms(): Promise<void> {
  const peers = await installPeers()
  try {
    const ours = await createOurs(browser, server)
    const all: readonly Contestant[] = [ours, createFormJs(browser, peers.folder), createFormIo(browser, peers.folder)]
    const measured = new Map<Contestant, Figures[]>(all.map((one) => [one, []]))
    for (let round = 0; round < rounds; round++) for (const one of all) measured.get(one)?.push(await one.measure())
    console.log(`${fieldCount} fields, medians in ms of ${rounds} rounds, and how many times as long others take:`)
    console.log(' '.repeat(12), ...Object.values(columns).map((title) => title.padStart(16)))
    for (const one of all) print(one.name, measured.get(one) ?? [], one === ours ? undefined : measured.get(ours))
  } finally {
    await peers.remove()
  }
}

async function measureModeller(): Promise<void> {
  const measure = await createModellerBench(browser, server)
  const measurePeer = createBpmnJsBench(browser, writeLongProcess())
  const measured: { readonly ours: ModellerFigures; readonly peer: ModellerFigures }[] = []
  for (let round = 0; round < rounds; round++) measured.push({ ours: await measure(), peer: await measurePeer() })
  const write = (what: keyof ModellerFigures) => {
    const [ours, peer] = [median(measured.map((one) => one.ours[what])), median(measured.map((one) => one.peer[what]))]
    const times = median(measured.map((one) => one.ours[what] / one.peer[what]))
    const goal = modellerGoals[what]
    return `${ours.toFixed(1)}${ours > goal ? '!' : ''} ms (at most ${goal}; bpmn-js alone ${peer.toFixed(1)}, ${times.toFixed(1)} times that)`
  }
  console.log(
    `The modeller with ${elementCount} elements opens in ${write('opens')}; a name is changed in ${write('edit')}, a step moved in ${write('move')}.`,
  )
}

function print(name: string, figures: readonly Figures[], ours?: readonly Figures[]): void {
  const cells = (Object.keys(columns) as (keyof Figures)[]).map((what) => {
    const value = median(figures.map((one) => one[what]))
    if (ours === undefined) return `${value.toFixed(1)}${value > (goals[what] ?? Number.POSITIVE_INFINITY) ? '!' : ' '}`
    const times = median(figures.map((one, round) => one[what] / (ours[round]?.[what] ?? Number.NaN)))
    return `${value.toFixed(1)} ${times.toFixed(1)}x`
  })
  console.log(name.padEnd(12), ...cells.map((cell) => cell.padStart(16)))
}
