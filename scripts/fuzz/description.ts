/** A JSON schema of an OpenAPI description. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly format?: string
  readonly pattern?: string
  readonly default?: unknown
}

interface Media {
  readonly schema?: Schema
}

export interface Answer {
  readonly content?: Readonly<Record<string, Media>>
}

/** The parts of an OpenAPI 3.1 description that the fuzzer reads. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

interface DescribedOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Answer>>
}

/** One operation of a description. */
export interface Operation {
  readonly name: string
  readonly method: string
  /** With its base: `/engine-rest/task/{id}`. */
  readonly path: string
  readonly query: Readonly<Record<string, Schema>>
  /** The schemas by media type. */
  readonly body: Readonly<Record<string, Schema>>
  readonly answers: Readonly<Record<string, Answer>>
}

export function listOperations({ paths }: Description, base = ''): Operation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody, responses }]) => ({
      name: `${method.toUpperCase()} ${base}${path}`,
      method: method.toUpperCase(),
      path: `${base}${path}`,
      query: Object.fromEntries(
        parameters.filter((one) => one.in === 'query').map(({ name, schema = {} }) => [name, schema]),
      ),
      body: Object.fromEntries(
        Object.entries(requestBody?.content ?? {}).map(([type, { schema = {} }]) => [type, schema]),
      ),
      answers: responses,
    })),
  )
}

export function resolve(schema: Schema, { components }: Description): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (components?.schemas?.[name] ?? {})
}
