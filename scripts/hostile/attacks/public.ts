import type { Attack, Attacker, Ending } from '../attack.ts'
import { bpmn, path } from '../models.ts'

const form = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [{ id: 'n1', type: 'file', key: 'photo', props: { label: 'Photo', filetypes: ['txt'] } }],
})
const model = bpmn(
  'public',
  `<startEvent id="start" xmlns:c="http://camunda.org/schema/1.0/bpmn" c:formKey="millrace:deployment:what.form.json"/><userTask id="after"/>${path('start', 'after')}`,
)

/** @returns what the link carries. */
async function makeLink(attacker: Attacker, hasCaptcha: boolean): Promise<string> {
  const deployed = await attacker.deploy({ 'public.bpmn': model, 'what.form.json': form })
  const [definitionId] = Object.keys(deployed.body.deployedProcessDefinitions ?? {})
  const made = await attacker.design('POST', '/processengine/links', { name: 'Hostile', definitionId, hasCaptcha })
  if (made.status !== 200) throw new Error(`Expected a link, but: ${made.status} ${made.body?.message}`)
  return made.body.token
}

/** Sends files without an account, one after the other. @returns how many were stored. */
async function countStored({ wire }: Attacker, token: string, files: number, bytes: number): Promise<number> {
  const content = 'x'.repeat(bytes)
  let stored = 0
  for (let file = 0; file < files; file++) {
    const body = new FormData()
    body.set('file', new File([content], `file${file}.txt`))
    const url = `${wire.url}/api/standalone/external/links/${token}/files`
    const answer = await fetch(url, { method: 'POST', body })
    await answer.arrayBuffer()
    if (answer.status === 200) stored++
  }
  return stored
}

async function storeFiles(attacker: Attacker, hasCaptcha: boolean): Promise<Ending> {
  const startedAt = performance.now()
  const token = await makeLink(attacker, hasCaptcha)
  const stored = await countStored(attacker, token, 27, 9_000_000)
  return { end: `${stored} files stored`, ms: performance.now() - startedAt }
}

/** Attacks on a public form without an account. */
export const publicForms: readonly Attack[] = [
  {
    name: 'files of a public form without its captcha (27 of 27 stored)',
    within: 60_000,
    ends: ['0 files stored'],
    run: (attacker) => storeFiles(attacker, true),
  },
  {
    name: 'files of a public form from one address (27 of 27 stored)',
    within: 60_000,
    ends: ['11 files stored'],
    run: (attacker) => storeFiles(attacker, false),
  },
]
