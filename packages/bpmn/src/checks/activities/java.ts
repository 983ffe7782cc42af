import { listJavaNames } from '../../java-names.ts'
import { nameElementById } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'

/** Warns of Java classes and beans, which stop an instance until they have a binding. */
export function* checkJava({ model }: ModelIndex): Iterable<Finding> {
  for (const { elementId, name } of listJavaNames(model))
    yield {
      code: 'bpmn.needs-binding',
      severity: 'warning',
      elementId,
      message: `Expected ${nameElementById(model, elementId)} to run without Java, but it names the class or bean “${name}”. Bind it to an expression, a script or a topic.`,
    }
}
