import type { FoundFile, FoundInstance, FoundTask } from '@millrace/contract'
import { paths } from '../config/paths.ts'
import { hasRole, useSession } from './session/session.ts'

/**
 * Returns the functions for the paths of search results: in a list of the user that contains the object, otherwise in
 * the list of all.
 */
export function useFoundPaths() {
  const isUser = hasRole(useSession(), ['RoleUser'])
  return {
    task: ({ id, place }: FoundTask): string =>
      place === 'all' ? paths.engineTask(id) : paths.task(place === 'involved' ? 'involvingme' : place, id),
    instance: ({ id }: FoundInstance): string => (isUser ? paths.instance(id) : paths.engineInstance(id)),
    file: ({ instanceId, task }: FoundFile): string => {
      if (instanceId !== null) return isUser ? paths.instance(instanceId, 'files') : paths.engineInstance(instanceId)
      if (task === null) return paths.home
      return task.place === 'all' || !isUser ? paths.engineTask(task.id) : paths.task('involvingme', task.id)
    },
  }
}
