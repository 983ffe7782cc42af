import type { Definition } from '../definition.ts'

/** Whether a model follows Flowable, and Activiti before it, where these differ from Camunda. */
export function isFlowable({ model }: Definition): boolean {
  return model.dialect === 'flowable' || model.dialect === 'activiti'
}
