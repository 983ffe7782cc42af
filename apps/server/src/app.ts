import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AppContext, type AppOptions, createRuntime } from './app-context.ts'
import { answerRestError, registerEngineRest } from './engine-rest/register-engine-rest.ts'
import { registerAbout } from './features/about/routes.ts'
import { registerAbsences } from './features/absences/routes.ts'
import { registerAnswers } from './features/answers/routes.ts'
import { registerAppDecisions } from './features/app-decisions/routes.ts'
import { registerAppProcesses } from './features/app-processes/routes.ts'
import { registerApplications } from './features/applications/routes.ts'
import { registerAuth } from './features/auth/routes.ts'
import { registerBindings } from './features/bindings/routes.ts'
import { registerCalendars } from './features/calendars/routes.ts'
import { registerCaptcha } from './features/captcha/routes.ts'
import { registerCategories } from './features/categories/routes.ts'
import { registerComments } from './features/comments/routes.ts'
import { registerCustomViews } from './features/custom-views/routes.ts'
import { registerDashboard } from './features/dashboard/routes.ts'
import { registerDataLists } from './features/data-lists/routes.ts'
import { registerDeployments } from './features/deployments/routes.ts'
import { registerDrafts } from './features/drafts/routes.ts'
import { registerEmailTemplates } from './features/email-templates/routes.ts'
import { registerExternalSystems } from './features/external-systems/routes.ts'
import { registerFiles } from './features/files/routes.ts'
import { allowSites } from './features/form-links/allow-sites.ts'
import { registerFormLinks } from './features/form-links/routes.ts'
import { registerForms } from './features/forms/routes.ts'
import { registerGlobalProperties } from './features/global-properties/routes.ts'
import { registerIcons } from './features/icons/routes.ts'
import { registerImports } from './features/imports/routes.ts'
import { registerListViews } from './features/list-views/routes.ts'
import { registerLive } from './features/live/routes.ts'
import { registerNotices } from './features/notices/routes.ts'
import { registerProcesses } from './features/processes/routes.ts'
import { instanceFinder } from './features/processes/search-instances.ts'
import { registerProfile } from './features/profile/routes.ts'
import { registerSamples } from './features/samples/routes.ts'
import { registerSearch } from './features/search/routes.ts'
import { registerShell } from './features/shell/routes.ts'
import { registerSystemTemplates } from './features/system-templates/routes.ts'
import { registerTaskBulk } from './features/tasks/bulk/routes.ts'
import { countByDueDate } from './features/tasks/count-by-due-date.ts'
import { registerTasks } from './features/tasks/routes.ts'
import { taskFinder } from './features/tasks/search-tasks.ts'
import { registerThemes, themeErrors } from './features/themes/routes.ts'
import { registerTrials } from './features/trials/routes.ts'
import { registerUsers } from './features/users/routes.ts'
import { createTokenSessions } from './platform/auth/api-token.ts'
import { createHeaderAuthentication } from './platform/auth/authenticate-header.ts'
import { refuse } from './platform/errors/refusal.ts'
import { answerRefusal } from './platform/http/answer-error.ts'
import { createHttpServer } from './platform/http/create-http-server.ts'
import { createCsrf } from './platform/http/csrf.ts'
import { createDoor } from './platform/http/door.ts'
import { prepareApi } from './platform/http/prepare-api.ts'
import { connectionLimits } from './platform/http/server-limits.ts'
import { addStaticFiles, wantsPage } from './platform/http/static-files.ts'
import { createLiveHub } from './platform/live/hub.ts'
import { createSsoProvider } from './platform/sso/sso-provider.ts'
import type { Runtime } from './runtime/runtime.ts'

/** What answers calls below the API base. Each adds its routes. */
const features: readonly ((app: FastifyInstance, context: AppContext) => void)[] = [
  registerAuth,
  registerShell,
  registerUsers,
  registerAbout,
  registerCaptcha,
  registerCategories,
  registerListViews,
  registerLive,
  registerCustomViews,
  registerProcesses,
  registerTaskBulk,
  registerTasks,
  registerDrafts,
  registerNotices,
  registerAnswers,
  (app, context) => registerSearch(app, context, { tasks: taskFinder, instances: instanceFinder }),
  (app, context) => registerDashboard(app, context, countByDueDate),
  registerComments,
  registerThemes,
  registerProfile,
  registerAbsences,
  registerGlobalProperties,
  registerIcons,
  registerApplications,
  registerAppDecisions,
  registerAppProcesses,
  registerTrials,
  registerImports,
  registerFormLinks,
  registerForms,
  registerEmailTemplates,
  registerSystemTemplates,
  registerDataLists,
  registerExternalSystems,
  registerFiles,
  registerDeployments,
  registerBindings,
  registerCalendars,
  registerSamples,
]

/** The whole server without a port: `listen` or `inject` it. */
export async function createApp(
  options: AppOptions,
  runtime: Runtime = createRuntime(options),
): Promise<FastifyInstance> {
  const { config, build, webFolder = defaultWebFolder } = options
  const { apiBase } = config
  const limits = { ...connectionLimits, ...options.connectionLimits }
  const csrf = createCsrf(options.secret)
  const sso = config.sso === null ? null : createSsoProvider(config.sso)
  const findTokenSession = createTokenSessions(options)
  const authenticateHeader = createHeaderAuthentication(options, findTokenSession)
  const live = createLiveHub(options)
  const context: AppContext = { ...options, runtime, csrf, authenticateHeader, sso, live }
  const app = await createHttpServer(config, {
    surfaces: { '/engine-rest': answerRestError, [`${apiBase}${themeErrors[0]}`]: themeErrors[1] },
    connectionLimits: limits,
    logStream: options.logStream,
  })
  app.addHook('preClose', async () => live.close())
  const door = createDoor(config.budgets)
  await app.register(
    async (api) => {
      await prepareApi(api, {
        auth: context,
        findTokenSession,
        csrf,
        door,
        secret: options.secret,
        apiBase,
        version: build.version,
      })
      for (const register of features) register(api, context)
    },
    { prefix: apiBase },
  )
  await registerEngineRest(app, {
    context,
    config,
    door,
    authenticate: (request) => authenticateHeader(request.headers.authorization, request.ip),
    pace: limits.listPace,
    version: build.version,
  })
  await addPages(app, { webFolder, apiBase, prepare: (request, reply) => allowSites(options, request, reply) })
  return app
}

const defaultWebFolder = join(import.meta.dirname, '../../web/dist')

/** The browser application for every address that is nothing else. */
async function addPages(
  app: FastifyInstance,
  {
    webFolder,
    apiBase,
    prepare,
  }: {
    webFolder: string
    apiBase: string
    /** What the page of an address needs beside the same for all. */
    prepare: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  },
): Promise<void> {
  const sendPage = await addStaticFiles(app, { folder: webFolder, apiBase })
  const isForPrograms = (url: string) =>
    [apiBase, '/engine-rest'].some((base) => url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`))
  app.setNotFoundHandler(async (request, reply) => {
    if (sendPage !== null && !isForPrograms(request.url) && wantsPage(request)) {
      await prepare(request, reply)
      return sendPage(reply)
    }
    const [path] = request.url.split('?', 1)
    return answerRefusal(
      refuse('thing.not-found', `Expected an address that exists, but there is no ${request.method} ${path}.`),
      request,
      reply,
    )
  })
}
