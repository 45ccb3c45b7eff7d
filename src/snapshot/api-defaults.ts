/** What the API server fills in where a manifest says nothing (core/v1 defaults). */
export const DEFAULT_NAMESPACE = 'default'
export const DEFAULT_SCHEDULER_NAME = 'default-scheduler'
export const DEFAULT_GRACE_SECONDS = 30
