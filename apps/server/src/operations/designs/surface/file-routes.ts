import type { Call, copyCalls, DesignProblem, fileDesignCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Request } from '../../../platform/auth/request.ts'
import { Refusal } from '../../../platform/errors/refusal.ts'
import { recordRoutes, type WithRevision } from '../../../platform/http/record-routes.ts'
import { route } from '../../../platform/http/route.ts'
import type { OperationContext } from '../../operation-context.ts'
import type { FileKind, Said } from '../design-file.ts'
import type { DesignRow } from '../design-kind.ts'
import { getDesign, getDesigns, type Present } from '../present-design.ts'
import { presentProblem } from '../present-problem.ts'
import { findCopyNames } from '../propose-copies.ts'
import { readVersion } from '../read-versions.ts'
import { designRoutes, disabling } from './design-routes.ts'
import { importFile } from './import-file.ts'
import { type OpenedFile, openFile } from './open-file.ts'

/** A design of an application. */
interface FileRef {
  readonly id: string
  readonly applicationId: string
}

type Edited<Fields> = Fields & { readonly revision?: number | undefined }

interface Copy {
  readonly sourceId: string
  readonly applicationId: string
  readonly name: string
  readonly key: string
}

type FileCalls<Params, Fields, Item, Named> = ReturnType<
  typeof fileDesignCalls<
    z.ZodType<Params>,
    z.ZodType<Params & { readonly version: number }>,
    z.ZodType<Fields>,
    z.ZodType<Edited<Fields>>,
    z.ZodType<Item>,
    z.ZodType<NoInfer<Named> & { readonly problems: DesignProblem[] }>
  >
>

type CopyCalls<Ids, Copies, Item> = ReturnType<
  typeof copyCalls<z.ZodType<Ids>, z.ZodType<Copy>, z.ZodType<Copies>, z.ZodType<Item>>
>

/** The call that opens a designer. */
interface OpenCall<Params, Named> extends Call {
  readonly params: z.ZodType<Params>
  readonly answer: z.ZodType<NoInfer<Named> & OpenedFile>
}

interface Served<Params, Fields, Item, Named, Ids, Copies, Row extends DesignRow> {
  readonly calls: FileCalls<Params, Fields, Item, Named> & CopyCalls<Ids, Copies, Item>
  readonly open: OpenCall<Params, Named>
  readonly ending: `.${string}`
  readonly refOf: (params: Params) => FileRef
  readonly present: Present<Row, Item>
  /** Returns the name of a design for an answer with more data. */
  readonly named: (item: Item) => Named
  readonly idsOf: (query: Ids) => readonly string[]
  readonly copiesOf: (body: Copies) => readonly Copy[]
  readonly create: (
    context: OperationContext,
    request: Request,
    made: { readonly applicationId: string; readonly details: Fields },
  ) => Promise<string | Refusal>
  readonly change: (
    context: OperationContext,
    request: Request,
    change: WithRevision<Edited<Fields>> & { readonly ref: FileRef },
  ) => Promise<Refusal | null>
  readonly copy: (context: OperationContext, request: Request, copies: readonly Copy[]) => Promise<string[] | Refusal>
}

/** Serves the calls of designs that are files, such as import, in addition to those of their list. */
export function fileRoutes<Params, Fields, Item, Named, Ids, Copies, Row extends DesignRow, S extends Said>(
  app: FastifyInstance,
  context: OperationContext,
  kind: FileKind<Row, S>,
  {
    calls,
    open,
    ending,
    refOf,
    present,
    named,
    idsOf,
    copiesOf,
    ...actions
  }: Served<Params, Fields, Item, Named, Ids, Copies, Row>,
): void {
  const { db } = context
  const read = (request: Request, ref: FileRef) => getDesign(db, request, kind, { ref, present })
  recordRoutes(app, calls, {
    refOf,
    read,
    async create(request, details, { appId: applicationId }) {
      const id = await actions.create(context, request, { applicationId, details })
      return id instanceof Refusal ? id : { id, applicationId }
    },
    change: (request, ref, change) => actions.change(context, request, { ref, ...change }),
    ...disabling(context, kind),
  })
  route(app, calls.importFile, async ({ request, params: { appId: applicationId }, body: upload }) => {
    const made = await importFile(context, request, kind, { applicationId, upload })
    if (made instanceof Refusal) return made
    const item = await read(request, { id: made.id, applicationId })
    return item instanceof Refusal ? item : { ...named(item), problems: made.problems.map(presentProblem) }
  })
  route(app, calls.copyMultiple, async ({ request, query }) => {
    const found = await findCopyNames(db, request, kind, { ids: idsOf(query) })
    if (found instanceof Refusal) return found
    return found.map(({ sourceId, applicationId, name, key }) => ({ sourceId, applicationId, name, key }))
  })
  route(app, calls.saveMultiple, async ({ request, body }) => {
    const ids = await actions.copy(context, request, copiesOf(body))
    return ids instanceof Refusal ? ids : getDesigns(db, request, kind, { ids, present })
  })
  route(app, open, async ({ request, params }) => {
    const opened = await openFile(db, request, kind, { ref: refOf(params), present })
    return opened instanceof Refusal ? opened : { ...named(opened.item), ...opened.file }
  })
  designRoutes(app, context, kind, {
    calls,
    refOf,
    textOf: ({ xml }) => xml,
    presentSaved: ({ version, savedAt, design }) => ({
      version,
      savedAt: savedAt.toISOString(),
      problems: design.problems.map(presentProblem),
    }),
  })
  route(app, calls.version, async ({ request, params }) => {
    const { version } = params
    const found = await readVersion(db, request, kind, { ref: refOf(params), version })
    return found instanceof Refusal ? found : { version, xml: found.text }
  })
  route(app, calls.exportFile, async ({ request, params }) => {
    const found = await readVersion(db, request, kind, { ref: refOf(params) })
    if (found instanceof Refusal) return found
    const fileName = `${kind.keyOf(found.row)}${ending}`
    return { content: Buffer.from(found.text), contentType: 'application/xml', fileName }
  })
}
