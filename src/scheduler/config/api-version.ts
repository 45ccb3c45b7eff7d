/** The group and version of configurations that the modern releases read. */
export const GROUP = 'kubescheduler.config.k8s.io'
export const API_VERSION: string = `${GROUP}/v1`
export const KIND = 'KubeSchedulerConfiguration'
