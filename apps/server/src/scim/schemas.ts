import { roles } from '@millrace/contract'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** The maximum number of resources on one page. */
export const resultLimit = 1_000

export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex' | 'reference'
  readonly multiValued: boolean
  readonly description: string
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readWrite' | 'readOnly' | 'immutable'
  readonly returned: 'default' | 'always'
  readonly uniqueness: 'none' | 'server'
  readonly canonicalValues?: readonly string[]
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

function attribute(name: string, description: string, more: Partial<Attribute> = {}): Attribute {
  return {
    ...{ name, type: 'string', multiValued: false, description, required: false, caseExact: false },
    ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
    ...more,
  }
}

function complex(
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  more: Partial<Attribute> = {},
) {
  return attribute(name, description, { type: 'complex', ...more, subAttributes })
}

const readOnly = { mutability: 'readOnly' } as const

export const userAttributes: readonly Attribute[] = [
  attribute('userName', 'The name that the user signs in with. It cannot change.', {
    ...{ required: true, mutability: 'immutable', uniqueness: 'server' },
  }),
  complex('name', 'The name of the user.', [
    attribute('familyName', 'Last name.'),
    attribute('givenName', 'First name.'),
  ]),
  attribute('displayName', 'How the user is shown.', readOnly),
  attribute('active', 'Whether the user can sign in.', { type: 'boolean' }),
  complex(
    'emails',
    'The email address. One is kept: the primary, or else the first.',
    [
      attribute('value', 'The address.'),
      attribute('type', 'The kind of address.', { canonicalValues: ['work'] }),
      attribute('primary', 'Which of several addresses is kept. It is read, and not returned.', {
        type: 'boolean',
        ...readOnly,
      }),
    ],
    { multiValued: true },
  ),
  complex(
    'groups',
    'The groups that the user is in.',
    [
      attribute('value', 'The id of the group.', readOnly),
      attribute('$ref', 'The address of the group.', { type: 'reference', referenceTypes: ['Group'], ...readOnly }),
      attribute('display', 'The name of the group.', readOnly),
      attribute('type', 'Whether the user is in the group directly.', { canonicalValues: ['direct'], ...readOnly }),
    ],
    { multiValued: true, ...readOnly },
  ),
  complex(
    'roles',
    'The roles given to the user: names of roles, or keys of own roles.',
    [attribute('value', 'The name or key of the role.', { canonicalValues: roles, caseExact: true })],
    { multiValued: true },
  ),
]

export const enterpriseAttributes: readonly Attribute[] = [
  complex('manager', 'Gets tasks that processes assign to the manager of the user.', [
    attribute('value', 'The id of the manager.', { caseExact: true }),
    attribute('$ref', 'The address of the manager.', { type: 'reference', referenceTypes: ['User'] }),
  ]),
]

export const groupAttributes: readonly Attribute[] = [
  attribute('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
  complex(
    'members',
    'The users who are in the group directly.',
    [
      attribute('value', 'The id of the user.', { mutability: 'immutable', caseExact: true }),
      attribute('$ref', 'The address of the user.', {
        ...{ type: 'reference', referenceTypes: ['User'], mutability: 'immutable' },
      }),
      attribute('type', 'Always User.', { canonicalValues: ['User'], mutability: 'immutable' }),
    ],
    { multiValued: true },
  ),
]

/** Attributes that every resource has. */
export const commonAttributes: readonly Attribute[] = [
  attribute('schemas', 'The schemas of the resource.', { multiValued: true, type: 'reference' }),
  attribute('id', 'The id of the resource.', { ...readOnly, caseExact: true, returned: 'always' }),
  attribute('externalId', 'The id that the client gives the resource.', { caseExact: true }),
  complex('meta', 'Facts about the resource.', [], readOnly),
]

const schemaOfSchemas = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

/** Returns the description of every schema. */
export function describeSchemas(base: string) {
  return [
    [userSchema, 'User', 'A user of the workplace', userAttributes] as const,
    [enterpriseSchema, 'EnterpriseUser', 'The manager of a user', enterpriseAttributes] as const,
    [groupSchema, 'Group', 'A group of the workplace', groupAttributes] as const,
  ].map(([id, name, description, attributes]) => ({
    ...{ schemas: [schemaOfSchemas], id, name, description, attributes },
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }))
}

/** Returns the description of the kinds of resources. */
export function describeResourceTypes(base: string) {
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:ResourceType']
  const meta = (id: string) => ({ resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` })
  return [
    {
      ...{ schemas, id: 'User', name: 'User', endpoint: '/Users', description: 'Users', schema: userSchema },
      schemaExtensions: [{ schema: enterpriseSchema, required: false }],
      meta: meta('User'),
    },
    {
      ...{ schemas, id: 'Group', name: 'Group', endpoint: '/Groups', description: 'Groups', schema: groupSchema },
      meta: meta('Group'),
    },
  ]
}

/** Returns the description of the server's capabilities. */
export function describeProvider(base: string) {
  const no = { supported: false }
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: resultLimit },
    ...{ changePassword: no, sort: no, etag: { supported: true } },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API token',
        description: 'An API token with the scope “provision”, as “Authorization: Bearer TOKEN”.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}
