import { themeCalls } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { PictureKind } from '../../operations/themes/read-picture.ts'
import { removePicture } from '../../operations/themes/remove-picture.ts'
import { removeTheme } from '../../operations/themes/remove-theme.ts'
import { saveTheme } from '../../operations/themes/save-theme.ts'
import { saveThemeData } from '../../operations/themes/save-theme-data.ts'
import { findWorkplaceId } from '../../platform/auth/find-workplace.ts'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { answerError } from '../../platform/http/answer-error.ts'
import type { ErrorAnswerer } from '../../platform/http/create-http-server.ts'
import { type FileAnswer, type Handling, route } from '../../platform/http/route.ts'
import { getThemeData } from './get-theme-data.ts'
import { listThemes } from './list-themes.ts'
import { findPicture } from './pictures.ts'

const { themeSaved, themeDeleted } = pageTexts.pageCatalogue

export function registerThemes(app: FastifyInstance, context: AppContext): void {
  route(app, themeCalls.get, ({ request: { user } }) => getThemeData(context, user.workplaceId))

  route(
    app,
    themeCalls.save,
    async ({ request, body }) =>
      (await saveThemeData(context, request, body)) ?? getThemeData(context, request.workplaceId),
  )

  const remove = async (request: Request, kind: PictureKind) =>
    (await removePicture(context, request, kind)) ?? getThemeData(context, request.workplaceId)
  route(app, themeCalls.removeLogo, ({ request }) => remove(request, 'logo'))
  route(app, themeCalls.removeFavicon, ({ request }) => remove(request, 'favicon'))

  type Asked = Pick<Handling<typeof themeCalls.logo>, 'request' | 'query' | 'reply'>
  const send = async ({ request, query, reply }: Asked, kind: PictureKind): Promise<FileAnswer | Refusal> => {
    const workplaceId = request?.user.workplaceId ?? (await findWorkplaceId(context.db, query.workplace ?? null))
    const picture = await findPicture(context.db, workplaceId, kind)
    // Addresses change with the picture, but the same address may be another workplace's after signing in elsewhere.
    if (!(picture instanceof Refusal)) reply.header('cache-control', 'private, max-age=3600').header('vary', 'cookie')
    return picture
  }
  route(app, themeCalls.logo, (asked) => send(asked, 'logo'))
  route(app, themeCalls.favicon, (asked) => send(asked, 'favicon'))

  void app.register(async (scope) => {
    scope.addHook('preSerialization', async (_request, reply, answer) => presentRefusal(reply, answer))

    route(scope, themeCalls.list, async ({ request: { user } }) => ({
      error: false,
      message: null,
      data: await listThemes(context.db, user.workplaceId),
    }))
    route(scope, themeCalls.saveTheme, async ({ request, body }) => {
      const theme = await saveTheme(context, request, body)
      return theme instanceof Refusal ? theme : { error: false, message: themeSaved, data: theme }
    })
    route(
      scope,
      themeCalls.removeTheme,
      async ({ request, params }) =>
        (await removeTheme(context, request, params.id)) ?? { error: false, message: themeDeleted, data: null },
    )
  })
}

/** The calls of user-defined themes tell by their body too that they were refused (specification, section 7). */
const errorInBody = { error: true, data: null }

function presentRefusal(reply: FastifyReply, answer: unknown): unknown {
  return reply.statusCode < 400 || typeof answer !== 'object' ? answer : { ...errorInBody, ...answer }
}

/** The paths of the theme calls below the API base, with the answerer for addresses that cannot be read. */
export const themeErrors: readonly [base: string, ErrorAnswerer] = [
  '/admin/themes-api/user-defined-theme',
  (error, request, reply) => void answerError(error, request, reply, errorInBody),
]
