import { expect, it } from 'vitest'
import { faultOf, type PermissionDraft, withKind } from './own-role-draft.ts'

const line: PermissionDraft = { kind: 'application', thing: null, name: null, isAll: false, actions: ['see', 'design'] }

it('needs no choice of an object for a kind that is about all of them, and chooses all of no other kind', () => {
  const deployment = withKind(line, 'deployment')
  expect(deployment).toEqual({ kind: 'deployment', thing: null, name: null, isAll: true, actions: ['see'] })
  expect(faultOf([deployment], 0)).toBeNull()
  expect(withKind(deployment, 'application').isAll).toBe(false)
  expect(withKind(withKind(line, 'emailTemplate'), 'dataList')).toMatchObject({ isAll: false, actions: line.actions })
  expect(withKind({ ...line, isAll: true }, 'dataList').isAll).toBe(true)
})
