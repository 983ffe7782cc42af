import { listJavaNames } from '../../java-names.ts'
import type { Finding } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'

/** Java classes and beans deploy, but stop an instance that reaches them until they are bound to something that runs. */
export function* checkJava({ model }: ModelIndex): Iterable<Finding> {
  for (const { elementId, name } of listJavaNames(model))
    yield {
      code: 'bpmn.needs-binding',
      severity: 'warning',
      elementId,
      message: `${elementId} names the Java class or bean “${name}”. Bind it to an expression, a script or a topic.`,
    }
}
