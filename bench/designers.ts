import { launchBrowser } from '../e2e/browser.ts'
import { startFreshServer } from '../scripts/fresh-server.ts'
import { measureFormIo } from './src/designers/form-io.ts'
import { measureFormJs } from './src/designers/form-js.ts'
import { installPeers } from './src/designers/install-peers.ts'
import { type Figures, fieldCount, goals } from './src/designers/measure-page.ts'
import { measureOurs } from './src/designers/ours.ts'

/**
 * `npm run bench:designers`: a form of 300 fields in our designer and runtime, beside those of form-js and Form.io in the
 * same browser: from the design to what is drawn, with the code there already, and what a key press costs in the form.
 * The others are fetched from npm into a folder of their own, which goes with the run. A goal that is missed is marked; it
 * is not a failure, because the machine decides as well.
 */
const server = await startFreshServer({ environment: {}, withBrowser: true })
const peers = await installPeers()
const browser = await launchBrowser()
try {
  const ours = await measureOurs(browser, server)
  console.log(`${fieldCount} fields, medians in ms, and how many times as long others take:`)
  console.log('              designer opens   form opens   a key press')
  print('Millrace', ours)
  print('form-js', await measureFormJs(browser, peers.folder), ours)
  print('Form.io', await measureFormIo(browser, peers.folder), ours)
} finally {
  await browser.close()
  await peers.remove()
  await server.stop()
}

function print(name: string, figures: Figures, ours?: Figures): void {
  const cells = (['designer', 'form', 'key'] as const).map((what) => {
    const value = figures[what]
    const mark = ours === undefined ? (value > goals[what] ? '!' : ' ') : ` ${(value / ours[what]).toFixed(1)}x`
    return `${value.toFixed(1)}${mark}`.padStart(15)
  })
  console.log(name.padEnd(12), ...cells)
}
