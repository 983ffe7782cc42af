import type { Attacker } from './attack.ts'
import { decisionTable, oneActivity, scriptTask } from './models.ts'

/**
 * What servers are for, for a while and some of it at once: so that programs are compiled, connections open, threads
 * begun and models known before anything is measured.
 */
export async function workOrdinarily(attacker: Attacker): Promise<void> {
  await attacker.deploy({
    'script.bpmn': oneActivity('script', scriptTask('sum(for a in 1..2000 return a)', 'feel')),
    'person.bpmn': oneActivity('person', '<userTask id="step"/>'),
    'few.dmn': decisionTable('few', 100),
  })
  const variables = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`v${index}`, { value: `text ${index}`, type: 'String' }]),
  )
  const once = async () => {
    await attacker.call('POST', '/process-definition/key/script/start', { variables })
    const { body } = await attacker.call('POST', '/process-definition/key/person/start', { variables })
    const [task] = (await attacker.call('GET', `/task?processInstanceId=${body.id}`)).body
    await attacker.call('POST', `/task/${task.id}/complete`, { variables })
    await attacker.call('POST', '/decision-definition/key/few/evaluate', { variables: { x: { value: 'v1' } } })
    await attacker.call('GET', '/history/variable-instance?maxResults=50')
  }
  const worker = async () => {
    for (let time = 0; time < 25; time++) await once()
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}
