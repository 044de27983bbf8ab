/* Requests of a call, by address and handle. Included after the header that says how a binding keeps them. */

static inline llt_request LLT_LOCAL(request_of)(const LLT_REQUEST *request) {
  return (llt_request){V_ADDR(request), request == NULL ? 0 : llt_handle(LLT_HANDLE(*request))};
}
#define LLT_REQUEST_OF(request) LLT_LOCAL(request_of)(request)
