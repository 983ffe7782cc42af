import { type Engine, play, see, typed } from '../../apps/server/src/operations/move-in/testing/stories/play.ts'
import type { Call, Peer } from './peer.ts'

/** Camunda 7 or a fork of it with its REST API, which is below the base address. */
export function createCamunda(call: Call): Peer {
  const engine: Engine = {
    get: (path, query = {}) => call('GET', `${path}?${new URLSearchParams(query)}`),
    send: (method, path, body) => call(method, path, body ?? {}),
  }
  return {
    deploy: async (models) => {
      const form = new FormData()
      form.set('deployment-name', 'stories')
      for (const [key, xml] of Object.entries(models)) form.append(key, new Blob([xml]), `${key}.bpmn`)
      await call('POST', '/deployment/create', form)
    },
    start: async ({ process, variables }, businessKey) => {
      const { id } = await call('POST', `/process-definition/key/${process}/start`, {
        businessKey,
        variables: typed(variables),
      })
      return id
    },
    play: (instanceId, step) => play(engine, instanceId, step),
    see: (instanceId) => see(engine, instanceId),
    remove: async (instanceId) => void (await call('DELETE', `/process-instance/${instanceId}`)),
  }
}
