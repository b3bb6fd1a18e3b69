variable "region" {
  type    = string
  default = "eu-west-1"
}

variable "server_count" {
  description = "How many copies of the server run. In the regatta weeks it is raised to six."
  type        = number
  default     = 2
}
