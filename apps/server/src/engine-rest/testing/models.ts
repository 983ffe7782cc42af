/** Models for tests of this surface. */
export { bpmn, path, sequence, unknownId } from '../../runtime/testing/models.ts'
