import { type AnswerOf, api, type NoticeSettings, type Role } from '@millrace/contract'
import { render, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { forgetActions } from '../lib/api/do-once.ts'
import '../lib/i18n.ts'
import { App } from '../app/app.tsx'
import { createProgram, loadFirstPage } from '../app/program.ts'
import { type Answer, answer, type Network, stubNetwork } from './network.ts'
import { setUpUser } from './set-up-user.ts'
import { stubBrowser } from './stub-browser.ts'

export interface RenderedApp {
  readonly user: UserEvent
  readonly network: Network
}

interface Options {
  readonly roles?: readonly Role[]
  readonly answers?: readonly Answer[]
  /** The width of the window, in pixels. */
  readonly width?: number
}

/**
 * Opens the application at an address like `main.tsx`, for Ines Duarte with the given roles, and waits for the heading
 * of the page.
 */
export async function renderApp(
  path: string,
  { roles = ['RoleUser'], answers = [], width }: Options = {},
): Promise<RenderedApp> {
  forgetActions()
  stubBrowser(width)
  const network = stubNetwork([...shellAnswers(roles), ...answers])
  history.replaceState(null, '', path)
  const user = setUpUser()
  const program = createProgram()
  onTestFinished(() => {
    program.router.history.destroy()
    program.queryClient.clear()
  })
  await loadFirstPage(program)
  render(<App program={program} env="test" />)
  await screen.findByRole('heading', { level: 1 })
  return { user, network }
}

type Init = AnswerOf<typeof api.shell.init>

/**
 * Returns the answer to the first call of the application, for the ordinary user Ines Duarte unless the changes differ.
 */
export function answerInit({
  ROLES = ['RoleUser'],
  ...changes
}: Partial<Omit<Init, 'ROLES'>> & { readonly ROLES?: readonly string[] }): Answer {
  return answer(api.shell.init, () => ({
    // Names of roles that the contract does not have, too.
    ROLES: [...ROLES] as Init['ROLES'],
    MONITOR_ENABLED: false,
    MONITOR_URL: null,
    ENABLE_PRIVACY_POLICY: false,
    PRIVACY_POLICY_LINK_NAME: null,
    PRIVACY_POLICY_LINK_URL: null,
    HELP_URL: null,
    TOKEN_REFRESH_MINUTES: 4,
    USER_INFO: { username: 'ines.duarte', id: 'user-1' },
    BANNERS: [],
    ...changes,
  }))
}

/** What the shell asks for on every page. */
function shellAnswers(roles: readonly Role[]): Answer[] {
  return [
    answer(api.tasks.keepDraft, () => ({ revision: 1, savedAt: '2026-11-24T10:00:00.000Z' })),
    answer(api.processes.keepStartDraft, () => ({ revision: 1, savedAt: '2026-11-24T10:00:00.000Z' })),
    answer(api.taskBulk.batches, () => []),
    answerInit({ ROLES: roles }),
    answer(api.about.about, () => ({
      userName: 'ines.duarte',
      firstName: 'Ines',
      lastName: 'Duarte',
      userRole: roles.join(','),
      modellerVersion: '1',
      licenseKey: null,
      appsAllowed: null,
      expiryDate: null,
    })),
    answer(api.about.info, () => ({
      build: { name: 'Millrace', version: '1.2.3', number: '7' },
      git: { commit: { id: null } },
    })),
    answer(api.auth.options, () => ({ advancedSso: false, label: null, location: null, resetsPasswords: false })),
    answer(api.shell.sessionTimeout, () => 1500),
    answer(api.shell.userInfo, () => ({ username: 'ines.duarte', preferredUsername: 'ines.duarte' })),
    answer(api.shell.defaultWorkplace, () => ({ DEFAULT_WORKPLACE: 'halden' })),
    answer(api.shell.workplaces, () => ({
      workplaces: 'halden',
      selectedWorkplace: 'halden',
      selectedName: 'Halden Works',
      advancedSso: false,
    })),
    answer(api.listViews.list, () => ({ items: [], defaultId: null })),
    answer(api.customViews.list, () => ({ processTypeList: [], taskTypeList: [] })),
    answer(api.shell.tenantIdentifier, () => ({ tenantIdentifier: 'Halden Works' })),
    answer(api.categories.menu, () => ({ name: 'Home', count: 0, icon: null, children: [] })),
    answer(api.search.goTo, () => ({ items: [] })),
    answer(api.search.find, () => ({
      tasks: { items: [], isMore: false },
      instances: { items: [], isMore: false },
      files: { items: [], isMore: false },
    })),
    answer(api.tasks.counts, () => ({
      assigned: 0,
      assignedOverdue: 0,
      assignedDueToday: 0,
      taskDrafts: 0,
      startDrafts: 0,
      unclaimed: 0,
      unclaimedOverdue: 0,
      unclaimedDueToday: 0,
      news: 0,
      notices: 0,
    })),
    ...[
      api.deployments.listCount,
      api.notices.listCount,
      api.processes.startedByMeCount,
      api.processes.involvingMeCount,
      api.tasks.assignedCount,
      api.tasks.unclaimedCount,
      api.users.listCount,
    ].map((count) => answer(count, () => ({ total: 0, isCapped: false, isPartial: false }))),
    answer(
      api.notices.settings,
      (): NoticeSettings => ({
        inProduct: ['assigned', 'dueSoon', 'overdue', 'mentioned', 'ended'],
        byMail: [],
        rhythm: 'once',
        hour: 8,
        timeZone: 'UTC',
        hasAnswers: true,
      }),
    ),
    answer(api.processes.startedFilters, () => ({ processes: [] })),
    answer(api.processes.involvedFilters, () => ({ processes: [] })),
    answer(api.about.themeDetails, () => ({ productName: 'Millrace', logo: null, favicon: null, strapline: null })),
    answer(api.themes.get, () => ({
      productName: 'Millrace',
      logo: null,
      favicon: null,
      themeCode: 'theme-default',
      menuOnTop: false,
      fixedFooter: false,
    })),
    answer(api.themes.list, () => ({ error: false, message: null, data: [] })),
    answer(api.profile.get, () => ({
      user: { id: 'user-1', username: 'ines.duarte', firstName: 'Ines', lastName: 'Duarte', email: null },
      customer_reference: null,
      organisation_reference: null,
      themeCode: null,
      language: null,
    })),
    answer(api.tasks.filters, () => ({ processes: [], groups: [] })),
  ]
}
